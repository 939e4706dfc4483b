/** A page that edits one document over a slow wire: messages wait on both sides until a test lets them through. */
import { collab, getSyncedVersion, receiveUpdates, sendableUpdates } from "@codemirror/collab";
import { ChangeSet, EditorState } from "@codemirror/state";
import type { PageConnection } from "@tandem/server";
import type { ToPage } from "@tandem/workbench-shared";

/** The others are of no concern here. */
const ofDocuments: ReadonlySet<string> = new Set(["document", "updates", "reply", "failure"]);

export class EditingPage {
  readonly #clientID: string;
  readonly #file: string;
  readonly #connectTo: (connection: PageConnection) => void;
  #state: EditorState | undefined;
  #edition = "";
  #toBackend: unknown[] = [];
  #toPage: ToPage[] = [];
  #pushing = false;
  #end: () => void = () => {};
  #heard: (message: unknown) => void = () => {};
  #nextId = 0;

  constructor(clientID: string, file: string, connectTo: (connection: PageConnection) => void) {
    this.#clientID = clientID;
    this.#file = file;
    this.#connectTo = connectTo;
    this.reconnect();
  }

  get text(): string {
    return this.#state?.doc.toString() ?? "";
  }

  get isIdle(): boolean {
    return this.#toBackend.length + this.#toPage.length === 0 && this.#state !== undefined && this.#sendable() === 0;
  }

  /** Loses what is on the wire, as a broken connection does, and goes on from the version that it has. */
  reconnect(): void {
    this.#end();
    this.#toBackend = [];
    this.#toPage = [];
    this.#pushing = false;
    const inbox = this.#toPage;
    this.#connectTo({
      send: (message) => {
        const told = JSON.parse(typeof message === "string" ? message : JSON.stringify(message)) as ToPage;
        if (ofDocuments.has(told.type)) inbox.push(told);
      },
      onMessage: (listener) => {
        this.#heard = listener;
      },
      onClose: (listener) => {
        this.#end = listener;
      },
      close: () => {},
    });
    this.#say("followDocument", { file: this.#file, ...this.#place() });
  }

  leave(): void {
    this.#end();
  }

  /** `at` and `length` are shares of the text. */
  type(at: number, length: number, insert: string): void {
    if (!this.#state) return;
    const from = Math.floor(at * this.#state.doc.length);
    const to = from + Math.floor(length * (this.#state.doc.length - from));
    this.#state = this.#state.update({ changes: { from, to, insert } }).state;
  }

  push(): void {
    if (!this.#state || this.#pushing || this.#sendable() === 0) return;
    this.#pushing = true;
    const updates = sendableUpdates(this.#state).map(({ clientID, changes }) => ({
      clientID,
      changes: changes.toJSON(),
    }));
    this.#say("pushUpdates", { file: this.#file, ...this.#place(), updates });
  }

  /** Lets the oldest message through to the backend. */
  letOut(): void {
    const message = this.#toBackend.shift();
    if (message !== undefined) this.#heard(message);
  }

  /** Lets the oldest message through to the page. */
  letIn(): void {
    const message = this.#toPage.shift();
    if (message) this.#take(message);
  }

  #take(message: ToPage): void {
    switch (message.type) {
      case "document": {
        if (this.#state) throw new Error("The page was given a new text though its own could be kept.");
        const extensions = collab({ startVersion: message.version, clientID: this.#clientID });
        this.#edition = message.edition;
        this.#state = EditorState.create({ doc: message.text, extensions });
        return;
      }
      case "updates": {
        if (!this.#state) throw new Error("Updates came before the text.");
        const version = getSyncedVersion(this.#state);
        if (message.version !== version) throw new Error(`Updates from ${message.version} came at ${version}.`);
        const updates = message.updates.map(({ clientID, changes }) => ({
          clientID,
          changes: ChangeSet.fromJSON(changes),
        }));
        this.#state = receiveUpdates(this.#state, updates).state;
        return;
      }
      case "reply":
        this.#pushing = false;
        return;
      case "failure":
        this.#pushing = false;
        // What the page lacked has come before this; it is pushed again from there.
        if (message.error.code === "STALE") return;
        throw new Error(`${message.error.code}: ${message.error.message}`);
    }
  }

  #place(): { edition: string; version: number } {
    return { edition: this.#edition, version: this.#state ? getSyncedVersion(this.#state) : 0 };
  }

  #sendable(): number {
    return this.#state ? sendableUpdates(this.#state).length : 0;
  }

  #say(name: string, params: unknown): void {
    this.#toBackend.push({ id: this.#nextId++, name, params });
  }
}
