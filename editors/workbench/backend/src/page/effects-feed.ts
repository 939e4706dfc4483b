/** What agents do, to every page, where it happens. */
import type { ChangeSet } from "@codemirror/state";
import type { ChangedBy } from "@tandem/host";
import type { Effect } from "@tandem/workbench-shared";
import type { Document } from "../document.js";
import type { Documents } from "../documents.js";
import type { View } from "../view.js";
import type { AgentsFeed } from "./agents-feed.js";
import type { Pages } from "./parts.js";

/** Returns the undo. */
export function tellEffects(documents: Documents, view: View, agents: AgentsFeed, pages: Pages): () => void {
  const tell = (by: ChangedBy, { path }: Document, effect: Omit<Effect, "agent" | "file">) => {
    if (pages.audience === 0) return;
    pages.tell({ type: "effect", effect: { agent: agents.viewOf(by), file: path.path, ...effect } });
  };
  const undo = [
    documents.listen({
      changed: (document, by, updates) => {
        const changes = updates.at(-1)?.changes;
        if (!by || !changes) return;
        tell(by, document, { kind: "edit", ...changedLines(document, changes) });
      },
    }),
    view.listen({
      shown: (document, line, by, select) => {
        const endLine = select?.end.line ?? line;
        if (by) tell(by, document, { kind: "reveal", startLine: line, endLine, ...(select && { select }) });
      },
      said: ({ message, level, by }) =>
        pages.tell({ type: "said", saying: { agent: agents.viewOf(by), message, level } }),
    }),
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
