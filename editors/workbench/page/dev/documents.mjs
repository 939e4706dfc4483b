/** Documents with a history that pages can follow. */
import { rebaseUpdates } from "@codemirror/collab";
import { ChangeSet, Text } from "@codemirror/state";

export class Document {
  /** @param {string} file @param {string} relative @param {string} text */
  constructor(file, relative, text) {
    this.file = file;
    this.relative = relative;
    this.text = Text.of(text.split("\n"));
    this.start = 1000;
    /** @type {{ clientID: string, changes: ChangeSet }[]} */
    this.history = [];
    this.dirty = false;
    this.conflict = false;
    this.preview = false;
    /** @type {((update: { clientID: string, changes: ChangeSet }) => void)[]} */
    this.listeners = [];
  }

  get version() {
    return this.start + this.history.length;
  }

  get tab() {
    const { file, relative, dirty, conflict, preview } = this;
    return { file, relative, dirty, conflict, preview, encoding: "UTF-8", endings: "LF" };
  }

  /** @param {number} version */
  since(version) {
    if (version < this.start || version > this.version) return undefined;
    return this.history
      .slice(version - this.start)
      .map(({ clientID, changes }) => ({ clientID, changes: changes.toJSON() }));
  }

  /** @param {number} version @param {{ clientID: string, changes: unknown }[]} updates */
  push(version, updates) {
    const parsed = updates.map(({ clientID, changes }) => ({ clientID, changes: ChangeSet.fromJSON(changes) }));
    for (const update of rebaseUpdates(parsed, this.history.slice(version - this.start))) this.add(update);
  }

  /** @param {{ from: number, to?: number, insert?: string }[]} changes */
  edit(changes) {
    this.add({ clientID: "", changes: ChangeSet.of(changes, this.text.length) });
  }

  /** @param {{ clientID: string, changes: ChangeSet }} update */
  add(update) {
    this.text = update.changes.apply(this.text);
    this.history.push(update);
    this.dirty = true;
    this.preview = false;
    for (const listener of this.listeners) listener(update);
  }

  /** As if the backend had been restarted: the text is there, the history is not. */
  forget() {
    this.start = this.version + 7;
    this.history = [];
  }
}
