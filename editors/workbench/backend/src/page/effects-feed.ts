/** What agents do, to every page, where it happens. */
import type { ChangeSet } from "@codemirror/state";
import type { ChangedBy } from "@tandem/host";
import type { Document } from "../document.js";
import type { Documents } from "../documents.js";
import type { View } from "../view.js";
import type { AgentsFeed } from "./agents-feed.js";
import type { Pages } from "./parts.js";

/** Returns the undo. */
export function tellEffects(documents: Documents, view: View, agents: AgentsFeed, pages: Pages): () => void {
  const tell = (kind: "reveal" | "edit", by: ChangedBy, { path }: Document, startLine: number, endLine: number) => {
    if (pages.audience === 0) return;
    pages.tell({ type: "effect", effect: { agent: agents.viewOf(by), file: path.path, kind, startLine, endLine } });
  };
  const undo = [
    documents.listen({
      changed: (document, by, updates) => {
        const changes = updates.at(-1)?.changes;
        if (!by || !changes) return;
        const { startLine, endLine } = changedLines(document, changes);
        tell("edit", by, document, startLine, endLine);
      },
    }),
    view.listen({ shown: (document, line, by) => by && tell("reveal", by, document, line, line) }),
  ];
  return () => {
    for (const end of undo) end();
  };
}

/** From the first to the last line that the change has touched, in the text after it. */
function changedLines({ text }: Document, changes: ChangeSet): { startLine: number; endLine: number } {
  let first = text.length;
  let last = 0;
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    first = Math.min(first, fromB);
    last = Math.max(last, fromB, toB - 1);
  });
  return { startLine: text.lineAt(first).number, endLine: text.lineAt(Math.max(first, last)).number };
}
