/**
 * When a language extension last reported on a document: VS Code hands out diagnostics without saying which text they
 * are of. A report that came after the last change is taken to be of that text.
 */
import { type DiagnosticChangeEvent, languages, type TextDocument, type Uri, workspace } from "vscode";

interface Seen {
  /** How often the document was changed, and at which change it was last reported on; -1 if never. */
  changes: number;
  reportedAt: number;
}

export class Reports {
  /** By document. */
  readonly #seen = new Map<string, Seen>();
  readonly #subscriptions = [
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.#of(document.uri).changes++;
    }),
    workspace.onDidCloseTextDocument(({ uri }) => void this.#seen.delete(uri.toString())),
    languages.onDidChangeDiagnostics((event) => this.#reported(event)),
  ];

  constructor() {
    for (const [uri] of languages.getDiagnostics()) this.#of(uri).reportedAt = 0;
  }

  /** True if the document was reported on since its last change. */
  isCurrent({ uri }: TextDocument): boolean {
    const { changes, reportedAt } = this.#of(uri);
    return changes === reportedAt;
  }

  /** True if the document was reported on since it was opened. */
  isKnown({ uri }: TextDocument): boolean {
    return this.#of(uri).reportedAt >= 0;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #reported({ uris }: DiagnosticChangeEvent): void {
    for (const uri of uris) {
      const seen = this.#of(uri);
      seen.reportedAt = seen.changes;
    }
  }

  #of(uri: Uri): Seen {
    const key = uri.toString();
    const seen = this.#seen.get(key) ?? { changes: 0, reportedAt: -1 };
    this.#seen.set(key, seen);
    return seen;
  }
}
