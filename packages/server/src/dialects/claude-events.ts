/** What agents of the claude dialect are told unasked. Lines and characters are 0-based. */
import { type claude, type EventName, type EventPayload, type IdeEvent, toZeroBased } from "@tandem/protocol";
import type { Notification } from "./dialect.js";
import { fileUri } from "./file-uri.js";

export const claudeEvents: ReadonlySet<EventName> = new Set(["ide.event.selectionChanged", "ide.event.mentioned"]);

export function notificationOf({ name, payload }: IdeEvent): Notification | undefined {
  switch (name) {
    case "ide.event.selectionChanged":
      return { method: "selection_changed", params: selectionChanged(payload) };
    case "ide.event.mentioned":
      return { method: "at_mentioned", params: mentioned(payload) };
    default:
      return undefined;
  }
}

function selectionChanged(
  selection: EventPayload<"ide.event.selectionChanged">,
): claude.Notification<"selection_changed"> {
  const { file, text, startLine, startColumn, endLine, endColumn } = selection;
  const start = toZeroBased({ line: startLine, column: startColumn });
  const end = toZeroBased({ line: endLine, column: endColumn });
  return { text, filePath: file, fileUrl: fileUri(file), selection: { start, end, isEmpty: text === "" } };
}

function mentioned({
  file,
  startLine,
  endLine,
}: EventPayload<"ide.event.mentioned">): claude.Notification<"at_mentioned"> {
  return {
    filePath: file,
    ...(startLine !== undefined && { lineStart: startLine - 1 }),
    ...(endLine !== undefined && { lineEnd: endLine - 1 }),
  };
}
