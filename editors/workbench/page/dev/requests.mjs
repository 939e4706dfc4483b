/** How the scripted backend answers each request. */
import { root } from "./files.mjs";
import { failure, isPending } from "./world.mjs";

const document = (world, file) => {
  const found = world.documents.get(file);
  if (!found) throw failure("FILE_NOT_OPEN", "It is not open.");
  return found;
};
const whole = ({ file, version, text }) => ({ type: "document", file, version, text: text.toString() });

/** @type {Record<string, (world: import("./world.mjs").World, params: any, send: (message: object) => void) => object | void>} */
export const answers = {
  openDocument(world, { relative, preview }, send) {
    const opened = world.open(relative, preview);
    world.tellTabs();
    send(whole(opened));
    return { file: opened.file };
  },
  followDocument(world, { file, version }, send) {
    const followed = document(world, file);
    const updates = followed.since(version);
    send(updates ? { type: "updates", file, version, updates } : whole(followed));
  },
  closeDocument(world, { file, discard }) {
    if (document(world, file).dirty && !discard) throw failure("STALE", "There are unsaved changes.");
    world.documents.delete(file);
    world.tell({ type: "closed", file });
    world.tellTabs();
  },
  keepDocument(world, { file }) {
    document(world, file).preview = false;
    world.tellTabs();
  },
  saveDocument(world, { file, overwrite }) {
    const saved = document(world, file);
    if (saved.conflict && !overwrite)
      throw failure("STALE", "The file changed on disk.", "Keep yours or take the disk's.");
    world.files[saved.relative] = saved.text.toString();
    saved.dirty = saved.conflict = false;
    world.tellTabs();
  },
  reloadDocument(world, { file }) {
    const reloaded = document(world, file);
    reloaded.edit([{ from: 0, to: reloaded.text.length, insert: world.files[reloaded.relative] }]);
    reloaded.dirty = reloaded.conflict = false;
    world.tellTabs();
  },
  pushUpdates(world, { file, version, updates }) {
    const pushed = document(world, file);
    if (version < pushed.start || version > pushed.version) throw failure("STALE", "The text has moved.");
    pushed.push(version, updates);
  },
  lookAt() {},
  listDirectory: (world, { relative }) => ({ entries: world.entries(relative) }),
  findFiles(world, { query, limit }) {
    const letters = [...query.toLowerCase()];
    const fits = (path) => letters.reduce((at, letter) => (at < 0 ? at : path.indexOf(letter, at) + 1 || -1), 0) >= 0;
    return {
      files: Object.keys(world.files)
        .filter((path) => fits(path.toLowerCase()))
        .slice(0, limit),
    };
  },
  createFile(world, { relative }) {
    if (world.files[relative] !== undefined) throw failure("INVALID_INPUT", `${relative} is already there.`);
    world.files[relative] = "";
    return { file: `${root}/${relative}` };
  },
  renameFile(world, { from, to }) {
    world.files[to] = world.files[from];
    delete world.files[from];
  },
  deleteFile(world, { relative }) {
    delete world.files[relative];
  },
  decideHunks(world, { review, verdicts }) {
    for (const { hunk, verdict } of verdicts) world.changeHunk(review, hunk, { verdict });
    world.tellReviews();
    world.settle(review);
  },
  decideReview(world, { review, verdict }) {
    const found = world.reviews.find(({ id }) => id === review);
    if (!found || !isPending(found)) throw failure("REVIEW_NOT_FOUND", "It is decided already.");
    for (const { id, stale, verdict: own } of found.hunks) {
      const accepted = verdict === "accept" && !stale && own !== "rejected";
      world.changeHunk(review, id, { verdict: accepted ? "accepted" : "rejected" });
    }
    world.settle(review);
  },
  editHunk(world, { review, hunk, insert }) {
    world.changeHunk(review, hunk, { insert, edited: true });
    world.tellReviews();
  },
  commentHunk(world, { review, hunk, comment }) {
    world.changeHunk(review, hunk, { comment });
    world.tellReviews();
  },
  undoReview(world, { review }) {
    world.reviews = world.reviews.map((one) => (one.id === review ? { ...one, undoable: false } : one));
    world.tellReviews();
  },
  changeSettings(world, change) {
    world.settings = { ...world.settings, ...change };
    world.tell({ type: "settings", settings: world.settings });
  },
};
