/** A scripted backend: serves the requests of the contract over made-up files, without a disk, a desk or an agent. */
import { Document } from "./documents.mjs";
import { crowded, files, root } from "./files.mjs";
import { claude, moved, opencode, outcome, proposal } from "./reviews.mjs";

export class World {
  constructor() {
    this.window = "w1";
    this.secret = "dev";
    this.files = { ...files };
    this.settings = { mode: "review", saveOnAccept: "never" };
    this.agents = [claude, opencode];
    this.reviews = [];
    this.activity = [];
    /** @type {Map<string, Document>} */
    this.documents = new Map();
    /** @type {Set<(message: object) => void>} */
    this.pages = new Set();
    this.requests = [];
  }

  tell(message) {
    for (const send of this.pages) send(message);
  }

  /** @param {string} relative */
  open(relative, preview = false) {
    const file = `${root}/${relative}`;
    const known = this.documents.get(file);
    if (known) return known;
    if (this.files[relative] === undefined) throw failure("FILE_NOT_FOUND", `${relative} does not exist.`);
    const document = new Document(file, relative, this.files[relative]);
    document.preview = preview;
    for (const other of this.documents.values()) if (other.preview) this.documents.delete(other.file);
    document.listeners.push((update) => this.changed(document, update));
    this.documents.set(file, document);
    return document;
  }

  changed(document, { clientID, changes }) {
    const updates = [{ clientID, changes: changes.toJSON() }];
    this.tell({ type: "updates", file: document.file, version: document.version - 1, updates });
    this.reviews = this.reviews.map((review) =>
      review.file === document.file && review.state === "pending" ? moved(review, changes, document.version) : review,
    );
    this.tellTabs();
    this.tellReviews();
  }

  tellTabs() {
    this.tell({ type: "tabs", tabs: [...this.documents.values()].map(({ tab }) => tab) });
  }

  tellReviews() {
    const order = [...this.reviews.filter(isPending), ...this.reviews.filter((review) => !isPending(review))];
    this.tell({ type: "reviews", reviews: order });
  }

  /** Adds a review of lines of a file that is or gets opened; a new file is not. */
  propose(relative, more) {
    const exists = this.files[relative] !== undefined;
    const document = exists ? this.open(relative) : undefined;
    const text = document?.text.toString() ?? "";
    const review = proposal({ file: `${root}/${relative}`, relative, text, version: document?.version ?? 0, ...more });
    this.reviews = [review, ...this.reviews];
    this.tellTabs();
    this.tellReviews();
    return review;
  }

  settle(id) {
    const review = this.reviews.find((one) => one.id === id);
    if (!review || review.hunks.some(({ verdict }) => verdict === "undecided")) return;
    this.reviews = this.reviews.map((one) => (one.id === id ? outcome(one) : one));
    const taken = review.hunks.filter(({ verdict }) => verdict === "accepted");
    if (taken.length > 0) this.applyHunks(review, taken);
    this.tellReviews();
  }

  applyHunks({ kind, relative, file }, hunks) {
    if (kind === "create") {
      this.files[relative] = hunks[0].insert;
      this.open(relative);
      this.tellTabs();
    } else this.documents.get(file)?.edit(hunks.map(({ from, to, insert }) => ({ from, to, insert })));
  }

  changeHunk(id, hunk, change) {
    this.reviews = this.reviews.map((review) =>
      review.id === id
        ? { ...review, hunks: review.hunks.map((one) => (one.id === hunk ? { ...one, ...change } : one)) }
        : review,
    );
  }

  entries(relative) {
    const prefix = relative ? `${relative}/` : "";
    const names = new Map();
    for (const path of Object.keys(this.files).filter((one) => one.startsWith(prefix))) {
      const [name, ...rest] = path.slice(prefix.length).split("/");
      names.set(name, rest.length > 0 ? "directory" : "file");
    }
    if (relative === "") for (const name of Object.keys(crowded)) names.set(name, "directory");
    for (const name of crowded[relative] ?? []) names.set(name, "file");
    return [...names].map(([name, type]) => ({ name, path: prefix + name, type, ignored: name === "dist" }));
  }
}

export function isPending({ state }) {
  return state === "pending";
}

export function failure(code, message, hint = "") {
  return Object.assign(new Error(message), { code, hint });
}
