/** Which documents have unsaved changes while their files have changed on disk. */
import { statSync } from "node:fs";
import { Disposable, type TextDocument, workspace } from "vscode";

export class DiskConflicts {
  /** When the file that a document was last the same as was written, by document. */
  readonly #times = new WeakMap<TextDocument, number>();
  readonly #subscription = Disposable.from(
    workspace.onDidOpenTextDocument((document) => this.#note(document)),
    workspace.onDidSaveTextDocument((document) => this.#note(document)),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!document.isDirty || !this.#times.has(document)) this.#note(document);
    }),
  );

  constructor() {
    for (const document of workspace.textDocuments) this.#note(document);
  }

  has(document: TextDocument): boolean {
    const known = this.#times.get(document);
    return document.isDirty && known !== undefined && known !== writtenAt(document);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #note(document: TextDocument): void {
    const time = writtenAt(document);
    if (time !== undefined) this.#times.set(document, time);
  }
}

/** In milliseconds; undefined if there is no file. */
function writtenAt({ uri }: TextDocument): number | undefined {
  return uri.scheme === "file" ? statSync(uri.fsPath, { throwIfNoEntry: false })?.mtimeMs : undefined;
}
