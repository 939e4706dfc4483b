/** What one server has been shown: which documents, and in which state. A new server is shown all of it again. */
import { uriOf } from "./file-uri.js";
import { type Language, languageIdOf } from "./server-table.js";

/** A text that may change; whoever holds it says when. */
export interface LiveDocument {
  /** Real absolute path. */
  readonly file: string;
  /** Moves with every change. */
  readonly version: number;
  /** The text as it is now, lines ended by "\n". */
  text(): string;
}

/** The state of a document that the server has seen last. */
export interface SentState {
  /** Grows with everything any server is told, so that no two states are ever mistaken for each other. */
  readonly wireVersion: number;
  /** The document's own version. */
  readonly version: number;
  readonly text: string;
}

interface Shown {
  document: LiveDocument;
  /** True while the editor has it open. */
  edited: boolean;
  /** How many others want it shown. */
  holds: number;
  sent: SentState | undefined;
}

export type Notify = (method: string, params: unknown) => void;

export class DocumentSync {
  readonly #language: Language;
  /** Called when the server is told something; gives the next, higher number for it. */
  readonly #tell: () => number;
  readonly #shown = new Map<string, Shown>();
  #notify: Notify | undefined;

  constructor(language: Language, tell: () => number) {
    this.#language = language;
    this.#tell = tell;
  }

  /** A server is ready: it is shown every document, and every change from now on. */
  connect(notify: Notify): void {
    this.#notify = notify;
    for (const shown of this.#shown.values()) {
      shown.sent = undefined;
      this.#send(shown);
    }
  }

  disconnect(): void {
    this.#notify = undefined;
  }

  /** The editor opened the document. */
  open(document: LiveDocument): void {
    this.#show(document).edited = true;
  }

  /** The text of an open document has moved on. */
  change(document: LiveDocument): void {
    if (this.#shown.get(document.file)?.edited) this.#show(document);
  }

  save(file: string): void {
    const sent = this.#shown.get(file)?.sent;
    if (sent) this.#notify?.("textDocument/didSave", { textDocument: { uri: uriOf(file) } });
  }

  close(file: string): void {
    const shown = this.#shown.get(file);
    if (!shown) return;
    shown.edited = false;
    this.#hideUnwanted(shown);
  }

  /** Shows the document until the returned function is called; the editor's own, if it has the file open. */
  hold(document: LiveDocument): () => void {
    const open = this.#shown.get(document.file);
    const shown = this.#show(open?.edited ? open.document : document);
    shown.holds += 1;
    return () => {
      shown.holds -= 1;
      this.#hideUnwanted(shown);
    };
  }

  /** Undefined if the present server has not seen the file. */
  sent(file: string): SentState | undefined {
    return this.#notify && this.#shown.get(file)?.sent;
  }

  isShown(file: string): boolean {
    return this.#shown.has(file);
  }

  /** One of the files that are shown, if there are any. */
  anyShown(): string | undefined {
    return this.#shown.keys().next().value;
  }

  isEdited(file: string): boolean {
    return this.#shown.get(file)?.edited ?? false;
  }

  /** The files that the editor has open. */
  edited(): string[] {
    return [...this.#shown].filter(([, shown]) => shown.edited).map(([file]) => file);
  }

  #show(document: LiveDocument): Shown {
    let shown = this.#shown.get(document.file);
    if (!shown) {
      shown = { document, edited: false, holds: 0, sent: undefined };
      this.#shown.set(document.file, shown);
    }
    const known = shown.document === document && shown.sent?.version === document.version;
    shown.document = document;
    if (!known) this.#send(shown);
    return shown;
  }

  #send(shown: Shown): void {
    if (!this.#notify) return;
    const { document, sent } = shown;
    const { file, version } = document;
    const text = document.text();
    if (sent?.text === text) {
      shown.sent = { ...sent, version };
      return;
    }
    const wireVersion = this.#tell();
    shown.sent = { wireVersion, version, text };
    const uri = uriOf(file);
    if (sent) {
      const textDocument = { uri, version: wireVersion };
      this.#notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    } else {
      const languageId = languageIdOf(this.#language, file);
      this.#notify("textDocument/didOpen", { textDocument: { uri, languageId, version: wireVersion, text } });
    }
  }

  #hideUnwanted(shown: Shown): void {
    if (shown.edited || shown.holds > 0) return;
    const { file } = shown.document;
    this.#shown.delete(file);
    if (!shown.sent || !this.#notify) return;
    this.#tell();
    this.#notify("textDocument/didClose", { textDocument: { uri: uriOf(file) } });
  }
}
