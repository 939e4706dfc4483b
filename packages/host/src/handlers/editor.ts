import { errors } from "@tandem/protocol";
import { countLines, sliceLines } from "../text.js";
import type { HandlersOf } from "./handler.js";

/** Longest text one answer carries, in UTF-16 units; it goes out twice, as text and as structure. */
export const MAX_CONTENT_LENGTH = 2_000_000;

export const editorHandlers: HandlersOf<"editor"> = {
  "ide.editor.getOpenFile": (editor) => {
    const focused = editor.focused();
    if (!focused) throw errors.noFileOpen();
    const { file, cursor, visibleRange, dirty, version } = focused;
    return { file, cursor, visibleRange, dirty, version };
  },

  "ide.editor.getOpenFiles": (editor) => ({
    files: editor.openFiles().map(({ file, dirty, version, conflict }) => ({ file, dirty, version, conflict })),
  }),

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

  "ide.editor.goToLine": async (editor, input, { paths }) => {
    const path = await paths.file(input.file);
    const { moved } = await editor.reveal(path, input.line);
    return { file: path.path, line: input.line, moved };
  },

  "ide.editor.replaceRange": async (_editor, input, { paths, desk, agent, signal }) => {
    const { file, version, startLine, endLine, newText, expectedText } = input;
    const path = await paths.file(file);
    return desk.propose({
      agent,
      path,
      signal,
      edit: { startLine, endLine, newText, ...(expectedText !== undefined && { expectedText }) },
      ...(version !== undefined && { version }),
    });
  },

  "ide.editor.save": async (editor, input, { paths }) => {
    const path = await paths.file(input.file);
    return { file: path.path, ...(await editor.save(path)) };
  },
};
