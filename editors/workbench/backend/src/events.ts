import type { EventHub } from "@tandem/host";
import type { Documents } from "./documents.js";

/** Facts about documents, to the hub. */
export function publishDocuments(documents: Documents, hub: EventHub): () => void {
  return documents.listen({
    opened: ({ path }) => hub.publish({ name: "ide.event.fileOpened", payload: { file: path.path } }),
    saved: ({ path }) => hub.publish({ name: "ide.event.fileSaved", payload: { file: path.path } }),
    closed: ({ path }) => hub.publish({ name: "ide.event.fileClosed", payload: { file: path.path } }),
  });
}
