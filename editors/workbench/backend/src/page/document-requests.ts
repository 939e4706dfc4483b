/** Requests about open documents: their tabs, their text, and where the developer is in them. */
import { errors } from "@tandem/protocol";
import type { Document } from "../document.js";
import { inFolder } from "./folder-path.js";
import type { RequestHandlers } from "./handlers.js";
import type { PageParts } from "./parts.js";
import { pendingBelow } from "./reviews.js";

type Names =
  | "openDocument"
  | "followDocument"
  | "closeDocument"
  | "keepDocument"
  | "saveDocument"
  | "reloadDocument"
  | "pushUpdates"
  | "lookAt"
  | "mention";

export function createDocumentRequests({ paths, documents, view, reviews }: PageParts): RequestHandlers<Names> {
  const opened = (file: string): Document => {
    const document = documents.get(file);
    if (!document) throw errors.fileNotOpen(file);
    return document;
  };

  return {
    openDocument: async ({ relative, preview }, page) => {
      const path = await paths.file(inFolder(paths, relative));
      const isNew = !documents.get(path.path);
      const document = await documents.open(path);
      documents.want(document);
      page.follow(document);
      await view.openTab(document, { preview, isNew });
      return { file: path.path };
    },

    // A page that was away may know a document that this window has not opened yet, or no longer.
    followDocument: async ({ file, edition, version }, page) => {
      const document = documents.get(file) ?? (await documents.open(await paths.file(file)));
      page.follow(document, { edition, version });
    },

    closeDocument: async ({ file, discard }) => {
      const document = documents.get(file);
      const pending = pendingBelow(reviews, file);
      if (!document && pending.length === 0) throw errors.fileNotOpen(file);
      if (document?.dirty && !discard) throw errors.stale(`${file} has unsaved changes.`);
      for (const { id } of pending) await reviews.decideReview({ review: id, verdict: "reject", comment: "" });
      if (document) await documents.close(document, { discard });
    },

    keepDocument: async ({ file }) => view.keep(opened(file).path.path),

    saveDocument: async ({ file, overwrite }) => {
      await documents.save(opened(file).path, { overwrite });
    },

    reloadDocument: async ({ file }) => documents.reload(opened(file)),

    // Nothing waits here: pushes are applied in the order in which they come.
    pushUpdates: async ({ file, edition, version, updates }) => {
      const document = documents.get(file);
      if (!document) throw errors.stale(`${file} is not open any more.`);
      documents.push(document, { edition, version }, updates);
    },

    lookAt: async ({ selection, ...look }) => {
      opened(look.file);
      view.lookAt({ ...look, ...(selection && { selection }) });
    },

    mention: async ({ file, lines }) => {
      opened(file);
      view.mention({ file, ...(lines && { lines }) });
    },
  };
}
