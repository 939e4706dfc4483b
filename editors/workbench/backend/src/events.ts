import type { Text } from "@codemirror/state";
import { type EventHub, MAX_SELECTED_LENGTH, type Selection, type SelectionTracker } from "@tandem/host";
import type { Document } from "./document.js";
import type { Documents } from "./documents.js";
import type { Look, View } from "./view.js";

type FileEvent = "ide.event.fileOpened" | "ide.event.fileSaved" | "ide.event.fileClosed";

/** Facts about documents that are not private, to the hub. */
export function publishDocuments(
  documents: Documents,
  hub: EventHub,
  isPrivate: (file: string) => boolean,
): () => void {
  const publish =
    (name: FileEvent) =>
    ({ path: { path: file } }: Document) => {
      if (!isPrivate(file)) hub.publish({ name, payload: { file } });
    };
  return documents.listen({
    opened: publish("ide.event.fileOpened"),
    saved: publish("ide.event.fileSaved"),
    closed: publish("ide.event.fileClosed"),
  });
}

/** What the developer points agents at. */
export function publishMentions(view: View, hub: EventHub): () => void {
  return view.listen({
    mentioned: ({ file, lines }) => hub.publish({ name: "ide.event.mentioned", payload: { file, ...lines } }),
  });
}

/**
 * What the developer selects, to those who may know. Away from the window they select nothing. What is returned tells
 * the last selection again.
 */
export function trackSelection(documents: Documents, view: View, tracker: SelectionTracker): () => void {
  let last: Look | undefined;
  const tell = () => {
    const text = last && documents.get(last.file)?.text;
    if (!last || !text) return;
    tracker.selected(selectionIn(text, last));
    if (!view.hasFocus) tracker.unfocused();
  };
  documents.listen({
    closed: ({ path }) => {
      tracker.closed(path.path);
      if (last?.file === path.path) last = undefined;
    },
  });
  view.listen({
    looked: (look) => {
      last = look;
      tell();
    },
    focusChanged: (hasFocus) => {
      if (hasFocus) tell();
      else tracker.unfocused();
    },
  });
  return tell;
}

function selectionIn(text: Text, { file, line, column, selection }: Look): Selection {
  const cursor = { line, column };
  if (!selection || selection.from === selection.to) return { file, text: "", start: cursor, end: cursor };
  const position = (offset: number) => {
    const { number, from } = text.lineAt(Math.min(offset, text.length));
    return { line: number, column: Math.min(offset, text.length) - from + 1 };
  };
  const { from, to } = selection;
  const selected = text.sliceString(from, Math.min(to, from + MAX_SELECTED_LENGTH));
  return { file, text: selected, start: position(from), end: position(to) };
}
