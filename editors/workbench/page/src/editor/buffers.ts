/** The texts this page has, each with its place in the backend's history; one of them is shown in the one editor. */
import { collab, getSyncedVersion, receiveUpdates, sendableUpdates } from "@codemirror/collab";
import {
  ChangeSet,
  EditorState,
  type Extension,
  type StateEffect,
  Text,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import type { DocumentUpdate, ToPage } from "@tandem/workbench-shared";
import { Confirmed, type ToldText } from "./confirmed.js";
import { loadLanguage } from "./languages.js";
import { restoreTyped } from "./rebase.js";
import { language, textEditor } from "./setup.js";
import { theme } from "./theme.js";

export type DocumentMessage = Extract<ToPage, { type: "document" }>;

interface Buffer {
  readonly file: string;
  state: EditorState;
  /** What the backend has, up to the synced version. Undefined: a file that a review proposes to create. */
  readonly confirmed: Confirmed | undefined;
  scroll?: StateEffect<unknown>;
}

/** A text that the backend has as well. */
type LiveBuffer = Buffer & { readonly confirmed: Confirmed };

export interface BufferListener {
  /** The shown text, selection or view moved. */
  viewed(file: string, update: ViewUpdate): void;
  /** There are changes that the backend does not have. */
  unsent(file: string): void;
}

const notYet = [EditorState.readOnly.of(true), EditorView.editorAttributes.of({ class: "cm-nothing-yet" })];

export class Buffers {
  readonly #buffers = new Map<string, Buffer>();
  readonly #listener: BufferListener;
  readonly #clientID: string;
  #view: EditorView | undefined;
  #shown: string | undefined;

  /** `clientID` tells this page's changes from others'. */
  constructor(listener: BufferListener, clientID: string = crypto.randomUUID()) {
    this.#listener = listener;
    this.#clientID = clientID;
  }

  get files(): string[] {
    return [...this.#buffers.values()].filter(({ confirmed }) => confirmed).map(({ file }) => file);
  }

  get view(): EditorView | undefined {
    return this.#view;
  }

  get shown(): string | undefined {
    return this.#shown;
  }

  has(file: string): boolean {
    return this.#buffers.has(file);
  }

  isLive(file: string): boolean {
    return this.#live(file) !== undefined;
  }

  /** Which text of the backend this page has; undefined if it has none. */
  place(file: string): { readonly edition: string; readonly version: number } | undefined {
    const buffer = this.#live(file);
    return buffer && { edition: buffer.confirmed.edition, version: getSyncedVersion(buffer.state) };
  }

  state(file: string): EditorState | undefined {
    return this.#buffers.get(file)?.state;
  }

  /** Takes a whole text. If the page had one, what was typed and is not in this one is carried over; the same text again changes nothing. */
  take({ file, edition, version, text, taken }: DocumentMessage): void {
    const told = { edition, version, text: Text.of(text.split("\n")), taken: taken[this.#clientID] };
    const old = this.#live(file);
    if (old?.confirmed.is(told)) return;
    const state = this.#newState(file, told.text, collab({ startVersion: version, clientID: this.#clientID }));
    const buffer: Buffer = { file, state, confirmed: new Confirmed(told) };
    if (old) this.#carryOver(old, buffer, told);
    this.#put(buffer);
    if (sendableUpdates(buffer.state).length > 0) this.#listener.unsent(file);
  }

  #carryOver(old: LiveBuffer, buffer: Buffer, told: ToldText): void {
    const unsent = sendableUpdates(old.state).map(({ changes }) => changes);
    const change = restoreTyped(old.confirmed.missingFrom(told, unsent), told.text);
    if (!change.empty) buffer.state = buffer.state.update({ changes: change, userEvent: "input", filter: false }).state;
    const length = buffer.state.doc.length;
    const { anchor, head } = old.state.selection.main;
    const selection = { anchor: Math.min(anchor, length), head: Math.min(head, length) };
    buffer.state = buffer.state.update({ selection }).state;
  }

  /** An empty text that cannot be typed in, for a file that does not exist yet. */
  takeProposed(file: string): void {
    if (this.#buffers.has(file)) return;
    const state = this.#newState(file, Text.empty, notYet);
    this.#put({ file, state, confirmed: undefined });
  }

  /** False: there is a gap, and the document must be followed from the synced version. */
  receive(file: string, version: number, updates: readonly DocumentUpdate[]): boolean {
    const buffer = this.#live(file);
    if (!buffer) return true;
    const synced = getSyncedVersion(buffer.state);
    if (version > synced) return false;
    const fresh = updates.slice(synced - version).map(({ clientID: by, changes }) => ({
      clientID: by,
      changes: ChangeSet.fromJSON(changes),
    }));
    if (fresh.length === 0) return true;
    buffer.confirmed.add(fresh.map(({ clientID, changes }) => ({ own: clientID === this.#clientID, changes })));
    this.apply(file, receiveUpdates(buffer.state, fresh));
    return true;
  }

  /** The text up to that version outlives the backend. */
  stored(file: string, version: number): void {
    this.#live(file)?.confirmed.stored(version);
  }

  /** From a version of the backend's to the text as it is here. Undefined: that version is not known here. */
  changesSince(file: string, version: number): ChangeSet | undefined {
    const buffer = this.#buffers.get(file);
    if (!buffer) return undefined;
    if (!buffer.confirmed) return ChangeSet.empty(0);
    const confirmed = buffer.confirmed.changesSince(version);
    if (!confirmed) return undefined;
    const changes = [...confirmed, ...sendableUpdates(buffer.state).map(({ changes }) => changes)];
    return changes.reduce(
      (all, one) => all.compose(one),
      ChangeSet.empty(changes[0]?.length ?? buffer.state.doc.length),
    );
  }

  apply(file: string, change: Transaction | TransactionSpec): void {
    const buffer = this.#buffers.get(file);
    if (!buffer) return;
    if (file === this.#shown && this.#view) this.#view.dispatch(change);
    else buffer.state = "state" in change ? change.state : buffer.state.update(change).state;
  }

  mount(parent: HTMLElement): () => void {
    const view = new EditorView({ parent, extensions: theme() });
    this.#view = view;
    if (this.#shown !== undefined) this.show(this.#shown);
    return () => {
      this.#remember();
      view.destroy();
      this.#view = undefined;
    };
  }

  show(file: string): void {
    this.#remember();
    this.#shown = file;
    const buffer = this.#buffers.get(file);
    if (!buffer || !this.#view) return;
    if (this.#view.state !== buffer.state) this.#view.setState(buffer.state);
    if (buffer.scroll) this.#view.dispatch({ effects: buffer.scroll });
  }

  drop(file: string): void {
    this.#buffers.delete(file);
    if (this.#shown === file) this.#shown = undefined;
  }

  #live(file: string): LiveBuffer | undefined {
    const buffer = this.#buffers.get(file);
    return buffer?.confirmed && (buffer as LiveBuffer);
  }

  #remember(): void {
    const buffer = this.#shown === undefined ? undefined : this.#buffers.get(this.#shown);
    if (buffer && this.#view) buffer.scroll = this.#view.scrollSnapshot();
  }

  #put(buffer: Buffer): void {
    this.#buffers.set(buffer.file, buffer);
    if (this.#shown === buffer.file) this.#view?.setState(buffer.state);
    void loadLanguage(buffer.file).then((loaded) => {
      if (loaded && this.#buffers.get(buffer.file) === buffer) {
        this.apply(buffer.file, { effects: language.reconfigure(loaded) });
      }
    });
  }

  #newState(file: string, doc: Text, sync: Extension): EditorState {
    const follow = EditorView.updateListener.of((update) => {
      const buffer = this.#buffers.get(file);
      if (!buffer || this.#shown !== file) return;
      buffer.state = update.state;
      if (buffer.confirmed && update.docChanged && sendableUpdates(update.state).length > 0)
        this.#listener.unsent(file);
      this.#listener.viewed(file, update);
    });
    const label = file.slice(file.lastIndexOf("/") + 1);
    return EditorState.create({ doc, extensions: [textEditor(label, doc), sync, follow] });
  }
}
