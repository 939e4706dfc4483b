/** The developer points agents at what they have selected; at the whole file if that is nothing. */
import { tell } from "../backend.js";
import { buffers } from "../stage.js";
import { connectedAgents } from "../state/agents.js";
import { notify } from "../state/notices.js";
import { activeTab } from "../state/tabs.js";
import { nameOf } from "../state/tree.js";

export async function mention(): Promise<void> {
  const { view } = buffers;
  const tab = activeTab.value;
  if (!view || !tab || tab.proposed) return;
  const { doc, selection } = view.state;
  const { from, to, empty } = selection.main;
  const lineOf = (offset: number) => doc.lineAt(offset).number;
  // A selection of whole lines ends at the beginning of the next one.
  const lines = empty ? undefined : { startLine: lineOf(from), endLine: lineOf(Math.max(from, to - 1)) };
  if (connectedAgents.value.length === 0) return notify("No agent is connected that could hear of it.");
  if (!(await tell("mention", { file: tab.file, ...(lines && { lines }) }))) return;
  notify(`Mentioned ${nameOf(tab.relative)}${lines ? `, ${linesText(lines)}` : ""}`);
}

function linesText({ startLine, endLine }: { startLine: number; endLine: number }): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
