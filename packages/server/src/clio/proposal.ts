/** Clio's three ways to bring a change, each as the proposal that it is here. Pure. */
import { oneLine } from "@tandem/host";
import { type clio, rangeFromZeroBased, type ToolArguments, type ToolNamed } from "@tandem/protocol";

export type DiffMessage = Extract<clio.AgentMessage, { type: "openDiff" | "proposeDiff" | "applyDiff" }>;
type Proposal = ToolArguments<ToolNamed<"ide.review.propose">>;

const MAX_TITLE_LENGTH = 200;
const MAX_REASON_LENGTH = 1000;

export function proposalOf(message: DiffMessage): Proposal {
  const { file, type } = message;
  const name = file.slice(file.lastIndexOf("/") + 1);
  const description = type === "applyDiff" ? "" : oneLine(message.description ?? "", MAX_REASON_LENGTH);
  const common = {
    file,
    title: `Clio: ${oneLine(name, MAX_TITLE_LENGTH)}`,
    ...(description && { reason: description }),
  };
  // Only shown: Clio itself sends the edit afterwards, and knows of no other text than the one it has sent.
  if (type === "openDiff") {
    const { before, after } = message;
    return { ...common, change: { before, after }, writes: "nobody", editable: false, view: "diff" };
  }
  return { ...common, change: { edits: message.edits.map(edit) }, writes: "host", editable: true, view: "inline" };
}

function edit({ range, newText, ...rest }: clio.Edit | clio.ProposedEdit) {
  return { ...rangeFromZeroBased(range), newText, ...("oldText" in rest && { oldText: rest.oldText }) };
}
