import type { ChangedBy, EditorCapability, SelectionTracker } from "@tandem/host";
import { errors, type Range, toZeroBased } from "@tandem/protocol";
import { readTextFile } from "@tandem/workspace";
import { Selection, type TextDocument, TextEditorRevealType, ViewColumn, window } from "vscode";
import { DocumentText } from "../document-text.js";
import type { Folders } from "../folders.js";
import type { LiveTexts } from "../live-texts.js";
import type { Marks } from "../marks.js";
import { followedDocument, openDocument } from "../open-document.js";
import { fileTabs, openBehind } from "../tabs.js";
import { textOf, versionOf } from "../text-version.js";
import type { Typing } from "../typing.js";
import type { View } from "../view.js";

/** So long after a key the developer's own cursor and scroll are left alone, in milliseconds. */
const TYPING_MS = 2000;
/** How long an agent's words are seen in the status bar, in milliseconds. */
const STATUS_MS = 8000;

export interface EditorParts {
  readonly folders: Folders;
  readonly view: View;
  readonly texts: LiveTexts;
  readonly selection: SelectionTracker;
  readonly typing: Typing;
  readonly marks: Marks;
}

export function createEditor({ folders, view, texts, selection, typing, marks }: EditorParts): EditorCapability {
  return {
    focused: () => view.focused(),
    openFiles: () => view.openFiles(),
    selection: (latest) => selection.get(latest),
    save: (path) => texts.save(path),
    showStatus,
    read: async (path) => {
      const document = await followedDocument(folders, path);
      if (document) return { ...textOf(document), dirty: document.isDirty };
      const text = DocumentText.of((await readTextFile(path)).decoded.text);
      return { text, version: versionOf(text), dirty: false };
    },
    reveal: async (path, line, by) => {
      const document = await openDocument(folders, path);
      if (line > document.lineCount) throw errors.rangeInvalid(`${path.path} has no line ${line}.`);
      const moved = !typing.within(TYPING_MS);
      const cursor = { line, column: 1 };
      if (moved) await bringToFront(document, { preview: false, select: { start: cursor, end: cursor } });
      else await openBehind(document.uri);
      marks.flash(document.uri, line, by);
      return { moved };
    },
    open: async (path, { preview, show, select }, by) => {
      const document = await openDocument(folders, path);
      const moved = show && !typing.within(TYPING_MS);
      if (moved) await bringToFront(document, { preview, select });
      else await openBehind(document.uri, { preview });
      if (select) marks.flash(document.uri, Math.min(select.start.line, document.lineCount), by);
      return { language: document.languageId, moved };
    },
    close: async (path) => {
      const wanted = folders.uriOf(path).toString();
      const tabs = fileTabs().filter(({ uri }) => uri.toString() === wanted);
      if (tabs.some(({ tab }) => tab.isDirty)) throw errors.unsavedChanges(path.path);
      if (tabs.length === 0) return false;
      return window.tabGroups.close(
        tabs.map(({ tab }) => tab),
        true,
      );
    },
  };
}

/** The keyboard stays where it is. */
async function bringToFront(
  document: TextDocument,
  { preview, select }: { readonly preview: boolean; readonly select: Range | undefined },
): Promise<void> {
  const visible = window.visibleTextEditors.find((editor) => editor.document === document);
  const viewColumn = visible?.viewColumn ?? ViewColumn.Active;
  const editor = await window.showTextDocument(document, { viewColumn, preserveFocus: true, preview });
  if (!select) return;
  const [start, end] = [toZeroBased(select.start), toZeroBased(select.end)];
  editor.selection = new Selection(start.line, start.character, end.line, end.character);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
}

function showStatus(message: string, level: string, { name }: ChangedBy): void {
  if (level === "error") void window.showErrorMessage(`${name}: ${message}`);
  else
    window.setStatusBarMessage(
      `$(${level === "warning" ? "warning" : "hubot"}) ${name}: ${message.replaceAll("$(", "$ (")}`,
      STATUS_MS,
    );
}
