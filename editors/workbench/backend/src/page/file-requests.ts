/** Requests about the folder: its tree, finding files, and making, moving and removing them. */
import type { WorkspacePath } from "@tandem/host";
import { errors, IdeError } from "@tandem/protocol";
import { createFile, listDirectories, moveEntry, removeEntry } from "@tandem/workspace";
import type { Document } from "../document.js";
import { inFolder, isBelow } from "./folder-path.js";
import type { FilesOfPage, RequestHandlers } from "./handlers.js";
import type { PageParts } from "./parts.js";
import { pendingBelow } from "./reviews.js";

type Names = "listDirectories" | "findFiles" | "createFile" | "renameFile" | "deleteFile";

export function createFileRequests(
  { paths, documents, reviews, excludes, log }: PageParts,
  { finder, filesChanged }: FilesOfPage,
): RequestHandlers<Names> {
  /** The documents in what is to be moved or removed. Throws `STALE` if something in it waits for the developer. */
  const settledDocuments = ({ path }: WorkspacePath): readonly Document[] => {
    const below = documents.all().filter((document) => isBelow(path, document.path.path));
    if (below.some(({ dirty }) => dirty)) throw errors.stale(`There are unsaved changes in ${path}.`);
    if (pendingBelow(reviews, path).length > 0)
      throw errors.stale(`There are reviews waiting for a decision in ${path}.`);
    return below;
  };

  /** What the developer has typed meanwhile stays open, and can be saved elsewhere. */
  const close = (document: Document) =>
    documents.close(document).catch((error: Error) => log(`A document stays open: ${error.message}`));

  return {
    listDirectories: async ({ relatives }) => {
      const listings = await listDirectories(paths, relatives, excludes);
      return {
        listings: listings.map((listing) =>
          listing instanceof IdeError ? { error: listing.toWire() } : { entries: [...listing] },
        ),
      };
    },

    findFiles: async ({ query, limit }) => ({ files: await finder.find(query, limit) }),

    createFile: async ({ relative }) => {
      const path = await paths.newFile(inFolder(paths, relative));
      await createFile(path, new Uint8Array());
      filesChanged([{ file: path.path, type: "created" }]);
      return { file: path.path };
    },

    renameFile: async ({ from, to }) => {
      const [old, next] = [await paths.entry(inFolder(paths, from)), await paths.newFile(inFolder(paths, to))];
      const moved = settledDocuments(old);
      await moveEntry(old, next);
      filesChanged([
        { file: old.path, type: "deleted" },
        { file: next.path, type: "created" },
      ]);
      for (const document of moved) {
        await documents.open(await paths.file(next.path + document.path.path.slice(old.path.length)));
        await close(document);
      }
    },

    deleteFile: async ({ relative }) => {
      const path = await paths.entry(inFolder(paths, relative));
      const removed = settledDocuments(path);
      await removeEntry(path);
      filesChanged([{ file: path.path, type: "deleted" }]);
      for (const document of removed) await close(document);
    },
  };
}
