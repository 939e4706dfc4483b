/** What agents do, to every page, where it happens. */
import type { ChangeSet } from "@codemirror/state";
import type { ChangedBy } from "@tandem/host";
import type { Effect } from "@tandem/workbench-shared";
import type { Document } from "../document.js";
import type { Documents } from "../documents.js";
import type { View } from "../view.js";
import type { AgentsFeed } from "./agents-feed.js";
import type { Pages } from "./parts.js";

const MOST_PLACES = 20;

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
        for (const [startLine, endLine] of changedLines(document, changes)) {
          tell(by, document, { kind: "edit", startLine, endLine });
        }
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

/** First and last line of each place that the change has touched, in the text after it; the whole stretch if they are many. */
function changedLines({ text }: Document, changes: ChangeSet): [number, number][] {
  const places: [number, number][] = [];
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    places.push([text.lineAt(from).number, text.lineAt(Math.max(from, to - 1)).number]);
  });
  const [first, last] = [places[0], places.at(-1)];
  return first && last && places.length > MOST_PLACES ? [[first[0], last[1]]] : places;
}
