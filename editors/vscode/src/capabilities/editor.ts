import type { EditorCapability, WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { readTextFile } from "@tandem/workspace";
import { commands, Selection, type TextDocument, TextEditorRevealType, ViewColumn, window, workspace } from "vscode";
import { DocumentText } from "../document-text.js";
import type { Folders } from "../folders.js";
import type { LiveTexts } from "../live-texts.js";
import type { Marks } from "../marks.js";
import { textOf, versionOf } from "../text-version.js";
import type { Typing } from "../typing.js";
import type { View } from "../view.js";

/** So long after a key the developer's own cursor and scroll are left alone, in milliseconds. */
const TYPING_MS = 2000;

export interface EditorParts {
  readonly folders: Folders;
  readonly view: View;
  readonly texts: Pick<LiveTexts, "save">;
  readonly typing: Typing;
  readonly marks: Marks;
}

export function createEditor({ folders, view, texts, typing, marks }: EditorParts): EditorCapability {
  return {
    focused: () => view.focused(),
    openFiles: () => view.openFiles(),
    save: (path) => texts.save(path),
    read: async (path) => {
      const document = folders.documentOf(path);
      if (document) return { ...textOf(document), dirty: document.isDirty };
      const text = DocumentText.of((await readTextFile(path)).decoded.text);
      return { text, version: versionOf(text), dirty: false };
    },
    reveal: async (path, line, by) => {
      const document = await openChecked(folders, path, line);
      const moved = !typing.within(TYPING_MS);
      if (moved) await show(document, line);
      else await openBehind(document);
      marks.flash(document.uri, line, by);
      return { moved };
    },
  };
}

async function openChecked(folders: Folders, path: WorkspacePath, line: number): Promise<TextDocument> {
  const open = folders.documentOf(path);
  // Says what is wrong with a file that is too large, or no text.
  if (!open) await readTextFile(path);
  const document = open ?? (await workspace.openTextDocument(folders.uriOf(path)));
  if (line > document.lineCount) throw errors.rangeInvalid(`${path.path} has no line ${line}.`);
  return document;
}

/** The keyboard stays where it is. */
async function show(document: TextDocument, line: number): Promise<void> {
  const visible = window.visibleTextEditors.find((editor) => editor.document === document);
  const viewColumn = visible?.viewColumn ?? ViewColumn.Active;
  const editor = await window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
  editor.selection = new Selection(line - 1, 0, line - 1, 0);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** As a tab behind the one that the developer is in. */
async function openBehind({ uri }: TextDocument): Promise<void> {
  await commands.executeCommand("vscode.open", uri, { background: true, preserveFocus: true, preview: false });
}
