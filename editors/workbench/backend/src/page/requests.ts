/** What is done for each request of a page. */
import { createDocumentRequests } from "./document-requests.js";
import { createFileRequests } from "./file-requests.js";
import type { Focus } from "./focus.js";
import type { FilesOfPage, RequestHandlers } from "./handlers.js";
import type { PageParts } from "./parts.js";

export function createRequestHandlers(parts: PageParts, files: FilesOfPage, focus: Focus): RequestHandlers {
  const { reviews, settings } = parts;
  return {
    ...createDocumentRequests(parts),
    ...createFileRequests(parts, files),
    setFocus: async ({ focused }, page) => focus.set(page, focused),
    decideHunks: (params) => reviews.decideHunks(params),
    decideReview: (params) => reviews.decideReview(params),
    editHunk: (params) => reviews.editHunk(params),
    commentHunk: (params) => reviews.commentHunk(params),
    undoReview: (params) => reviews.undoReview(params),
    changeSettings: (params) => settings.change(params),
  };
}
