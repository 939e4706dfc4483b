/** What is in front of the developer: the tabs, the file they are in, and where in it. */
import { readFileSync, statSync } from "node:fs";
import { countLines, type FocusedFile, languageOf, type OpenFile } from "@tandem/host";
import { fromZeroBased } from "@tandem/protocol";
import { decodeText, MAX_TEXT_FILE_BYTES } from "@tandem/workspace";
import { type TextDocument, type TextEditor, type Uri, window } from "vscode";
import { DiskConflicts } from "./disk-conflicts.js";
import { DocumentText } from "./document-text.js";
import type { Folders } from "./folders.js";
import type { Remembered } from "./remembered.js";
import type { FileTab } from "./tabs.js";
import { textOf, versionOf } from "./text-version.js";

export class View {
  readonly #folders: Folders;
  readonly #tabs: Remembered<readonly FileTab[]>;
  readonly #conflicts = new DiskConflicts();
  /** The last editor of a file that had the focus: it counts on while a panel or a review has it. */
  #last: TextEditor | undefined;
  /** Of files whose tabs VS Code has not loaded yet, by path. */
  readonly #unloaded = new Map<string, { readonly stamp: string; readonly version: number }>();
  readonly #subscription = window.onDidChangeActiveTextEditor((editor) => this.#activated(editor));

  constructor(folders: Folders, tabs: Remembered<readonly FileTab[]>) {
    this.#folders = folders;
    this.#tabs = tabs;
    this.#activated(window.activeTextEditor);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#conflicts.dispose();
  }

  focused(): FocusedFile | undefined {
    const editor = this.#last;
    const found = editor && this.#tabOf(editor.document.uri);
    const file = editor && this.#folders.fileOf(editor.document.uri);
    if (!editor || !found || file === undefined || editor.document.isClosed) return undefined;
    const [shown] = editor.visibleRanges;
    const last = Math.max(1, countLines(textOf(editor.document).text));
    const startLine = Math.min((shown?.start.line ?? 0) + 1, last);
    return {
      ...this.#describe(found, file, editor.document),
      cursor: fromZeroBased(editor.selection.active),
      visibleRange: { startLine, endLine: Math.max(startLine, Math.min((shown?.end.line ?? 0) + 1, last)) },
    };
  }

  openFiles(): readonly OpenFile[] {
    const files = new Map<string, OpenFile>();
    for (const tab of this.#tabs.now) {
      const file = this.#folders.fileOf(tab.uri);
      if (file === undefined || files.has(file)) continue;
      files.set(file, this.#describe(tab, file, this.#folders.documentAt(tab.uri)));
    }
    return [...files.values()];
  }

  #activated(editor: TextEditor | undefined): void {
    if (editor?.document.uri.scheme === "file") this.#last = editor;
  }

  #tabOf(wanted: Uri) {
    return this.#tabs.now.find(({ uri }) => uri.toString() === wanted.toString());
  }

  #describe({ uri, tab }: FileTab, file: string, document: TextDocument | undefined): OpenFile {
    const active = this.#last?.document.uri.toString() === uri.toString();
    const common = { file, active, preview: tab.isPreview };
    if (!document) {
      const version = this.#versionOnDisk(uri.fsPath);
      return { ...common, dirty: false, conflict: false, version, language: languageOf(file) };
    }
    const { isDirty: dirty, languageId: language } = document;
    return { ...common, dirty, conflict: this.#conflicts.has(document), version: textOf(document).version, language };
  }

  /** 0 if there is no text to be had. */
  #versionOnDisk(path: string): number {
    try {
      const { mtimeMs, size } = statSync(path);
      if (size > MAX_TEXT_FILE_BYTES) return 0;
      const stamp = `${mtimeMs} ${size}`;
      const before = this.#unloaded.get(path);
      if (before?.stamp === stamp) return before.version;
      const version = versionOf(DocumentText.of(decodeText(readFileSync(path)).text));
      this.#unloaded.set(path, { stamp, version });
      return version;
    } catch {
      return 0;
    }
  }
}
