import { type EventHub, MAX_SELECTED_LENGTH, type SelectionTracker } from "@tandem/host";
import type { Documents } from "./documents.js";
import type { View } from "./view.js";

/** Facts about documents, to the hub. */
export function publishDocuments(documents: Documents, hub: EventHub): () => void {
  return documents.listen({
    opened: ({ path }) => hub.publish({ name: "ide.event.fileOpened", payload: { file: path.path } }),
    saved: ({ path }) => hub.publish({ name: "ide.event.fileSaved", payload: { file: path.path } }),
    closed: ({ path }) => hub.publish({ name: "ide.event.fileClosed", payload: { file: path.path } }),
  });
}

/** What the developer selects, to those who may know. */
export function trackSelection(documents: Documents, view: View, tracker: SelectionTracker): void {
  documents.listen({ closed: ({ path }) => tracker.closed(path.path) });
  view.listen({
    looked: ({ file, line, column, selection }) => {
      const text = documents.get(file)?.text;
      if (!text) return;
      const cursor = { line, column };
      if (!selection || selection.from === selection.to) {
        return tracker.selected({ file, text: "", start: cursor, end: cursor });
      }
      const position = (offset: number) => {
        const { number, from } = text.lineAt(Math.min(offset, text.length));
        return { line: number, column: Math.min(offset, text.length) - from + 1 };
      };
      const { from, to } = selection;
      const selected = text.sliceString(from, Math.min(to, from + MAX_SELECTED_LENGTH));
      tracker.selected({ file, text: selected, start: position(from), end: position(to) });
    },
  });
}
