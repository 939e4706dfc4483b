import { errors } from "@tandem/protocol";
import type { EditorCapability } from "../capabilities/editor.js";
import { oneLine } from "../one-line.js";
import type { AppliedFile, FileProposal } from "../review/proposal.js";
import type { Review } from "../review/review.js";
import { countLines, countTextLines, type LineEdit, offsetOf, sliceLines } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";
import type { CallScope, HandlersOf } from "./handler.js";
import { decided, linesGained, propose, report, wasApplied } from "./proposing.js";

/** Longest text one answer carries, in UTF-16 units; it goes out twice, as text and as structure. */
export const MAX_CONTENT_LENGTH = 2_000_000;

/** Of a line for the status bar, in characters. */
const MAX_STATUS_LENGTH = 1000;

export const editorHandlers: HandlersOf<"editor"> = {
  "ide.editor.getOpenFile": (editor, _, { isPrivate }) => {
    const focused = editor.focused();
    if (!focused || isPrivate(focused.file)) throw errors.noFileOpen();
    const { file, cursor, visibleRange, dirty, version } = focused;
    return { file, cursor, visibleRange, dirty, version };
  },

  "ide.editor.getOpenFiles": (editor, _, { isPrivate }) => ({
    files: editor
      .openFiles()
      .filter(({ file }) => !isPrivate(file))
      .map(({ file, dirty, version, conflict, active, preview, language }) => ({
        file,
        dirty,
        version,
        conflict,
        active,
        preview,
        language,
      })),
  }),

  "ide.editor.getSelection": (editor, { latest }, { isPrivate }) => {
    const selection = editor.selection(latest);
    return selection && !isPrivate(selection.file) ? { selection } : {};
  },

  "ide.editor.open": async (editor, { file, preview, show, select }, { paths, agent }) => {
    const path = await paths.file(file);
    const { text } = await editor.read(path);
    if (select && offsetOf(text, select.start) > offsetOf(text, select.end)) {
      throw errors.rangeInvalid("The end of the selection is before its start.");
    }
    const opened = await editor.open(path, { preview, show, select }, agent);
    return { file: path.path, totalLines: countLines(text), ...opened };
  },

  "ide.editor.close": async (editor, { file }, { paths, agent, store }) => {
    const path = await paths.file(file);
    if (store.pending().some((review) => review.path.path === path.path && review.agent.id !== agent.id)) {
      throw errors.notAllowed(`A change of ${path.path} waits for the developer.`, "Leave it open.");
    }
    return { file: path.path, closed: await editor.close(path) };
  },

  "ide.editor.getWindow": (_, __, { agent, agents, store }) => ({
    agents: agents
      .connected()
      .filter((other) => other !== agent)
      .map(({ name, version, dialect, since }) => ({ name, version, dialect, since })),
    waitingReviews: store.pending().length,
  }),

  "ide.editor.showStatus": (editor, { message, level }, { agent }) => {
    editor.showStatus(oneLine(message, MAX_STATUS_LENGTH), level, agent);
    return { shown: true };
  },

  "ide.editor.getContent": async (editor, input, { paths }) => {
    const path = await paths.file(input.file);
    const { text, version, dirty } = await editor.read(path);
    const totalLines = countLines(text);
    const startLine = input.startLine ?? 1;
    const content = sliceLines(text, startLine, input.endLine ?? Math.max(totalLines, startLine));
    if (content.length > MAX_CONTENT_LENGTH) {
      throw errors.fileTooLarge(path.path, content.length, MAX_CONTENT_LENGTH);
    }
    return { content, totalLines, dirty, version };
  },

  "ide.editor.goToLine": async (editor, input, { paths, agent }) => {
    const path = await paths.file(input.file);
    const { moved } = await editor.reveal(path, input.line, agent);
    return { file: path.path, line: input.line, moved };
  },

  "ide.editor.replaceRange": async (editor, { file, version, reason = "", review: how, ...edit }, scope) => {
    const proposed = await propose(scope, reason, async () => [await editOf(scope, { file, edits: [edit], version })]);
    if (proposed.kind === "applied") {
      const [applied] = proposed.files as [AppliedFile];
      return { applied: true, newRange: applied.newRanges[0] ?? rangeOf(edit), version: applied.version };
    }
    const [review] = (await decided(proposed.reviews, how, scope)) as [Review];
    const startLine = edit.startLine + review.shift;
    const gained = linesGained(review, edit.startLine, edit.endLine);
    const lines =
      review.state === "accepted" ? countTextLines(edit.newText) : edit.endLine - edit.startLine + 1 + gained;
    return {
      applied: wasApplied(review),
      newRange: { startLine, endLine: startLine - 1 + Math.max(0, lines) },
      version: await versionOf(editor, review.path),
      review: report(review),
    };
  },

  "ide.editor.applyEdits": async (editor, { files: asked, reason = "", review: how }, scope) => {
    if (new Set(asked.map(({ file }) => file)).size < asked.length) {
      throw errors.invalidInput("A file is named twice; put all its edits together.");
    }
    const proposed = await propose(scope, reason, () => Promise.all(asked.map((file) => editOf(scope, file))));
    if (proposed.kind === "applied") {
      const applied = proposed.files.map(({ path, version }) => ({ file: path.path, version, applied: true }));
      return { applied: true, files: applied };
    }
    const reviews = await decided(proposed.reviews, how, scope);
    const outcomes = reviews.map(async (review) => ({
      file: review.path.path,
      version: await versionOf(editor, review.path),
      applied: wasApplied(review),
      review: report(review),
    }));
    return { applied: reviews.every(wasApplied), files: await Promise.all(outcomes) };
  },

  "ide.editor.save": async (editor, input, { paths }) => {
    const path = await paths.file(input.file);
    return { file: path.path, ...(await editor.save(path)) };
  },
};

async function editOf(
  { paths }: CallScope,
  { file, edits, version }: { file: string; edits: readonly object[]; version?: number | undefined },
): Promise<FileProposal> {
  const path = await paths.file(file);
  return { kind: "edit", path, edits: edits as LineEdit[], ...(version !== undefined && { version }) };
}

function rangeOf({ startLine, endLine }: { startLine: number; endLine: number }) {
  return { startLine, endLine };
}

/** 0 if the file is gone. */
async function versionOf(editor: EditorCapability, path: WorkspacePath): Promise<number> {
  return editor.read(path).then(
    ({ version }) => version,
    () => 0,
  );
}
