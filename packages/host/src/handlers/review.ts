import { errors, IdeError, type InputOf, MAX_LISTED_REVIEWS } from "@tandem/protocol";
import { oneLine } from "../one-line.js";
import type { EditChange, RangeEdit } from "../review/edit-plan.js";
import type { FileProposal } from "../review/proposal.js";
import { isPending, type Review } from "../review/review.js";
import type { CallScope, HandlersOf } from "./handler.js";
import { decided, propose, report, wasApplied } from "./proposing.js";

const MAX_TITLE_LENGTH = 300;

export const reviewHandlers: HandlersOf<"review"> = {
  "ide.review.list": (_, { pending }, { desk, agent }) => {
    const all = desk.earlier.of(agent).filter((review) => !pending || isPending(review));
    const reviews = all.slice(-MAX_LISTED_REVIEWS).map(report);
    return { reviews, ...(reviews.length < all.length && { total: all.length, truncated: true }) };
  },

  "ide.review.wait": async (_, { id, waitMs }, scope) => {
    const [review] = (await decided([own(id, scope)], "wait", scope, { waitMs })) as [Review];
    return { review: report(review) };
  },

  "ide.review.withdraw": async (_, { id }, scope) => ({ review: report(await scope.desk.withdraw(own(id, scope).id)) }),

  "ide.review.propose": async (_, input, scope) => {
    const { writes: writer, save: saves, editable, view, reason = "" } = input;
    const title = oneLine(input.title, MAX_TITLE_LENGTH);
    const terms = { title, writer, saves, editable, view };
    const proposed = await propose(scope, reason, async () => [await plan(input, scope)], undefined, terms);
    const given = "text" in input.change ? input.change.text : undefined;
    if (proposed.kind === "applied") return { accepted: true, ...finalText(proposed.files[0]?.finalText, given) };
    const [review] = (await decided(proposed.reviews, "hold", scope)) as [Review];
    return { accepted: wasApplied(review), ...finalText(review.finalText, given), review: report(review) };
  },
};

/** A text for a file that is not there makes it; so does what takes the place of nothing. */
async function plan({ file, change }: InputOf<"ide.review.propose">, { paths }: CallScope): Promise<FileProposal> {
  const created =
    "text" in change ? change.text : "before" in change && change.before === "" ? change.after : undefined;
  try {
    return { kind: "edit", path: await paths.file(file), ...editChange(change) };
  } catch (error) {
    if (created === undefined || !(error instanceof IdeError) || error.code !== "FILE_NOT_FOUND") throw error;
    return { kind: "create", path: await paths.newFile(file), text: created };
  }
}

function editChange(change: InputOf<"ide.review.propose">["change"]): EditChange {
  return "edits" in change ? { ranges: change.edits as RangeEdit[] } : change;
}

/** As the agent wrote its proposal: to the letter if nothing else was accepted, and else with its line endings. */
function finalText(accepted: string | undefined, given: string | undefined): { finalText?: string } {
  if (accepted === undefined) return {};
  if (given === undefined) return { finalText: accepted };
  if (given.replace(/\r\n?/g, "\n") === accepted) return { finalText: given };
  return { finalText: given.includes("\r\n") ? accepted.replaceAll("\n", "\r\n") : accepted };
}

/** An agent sees what it proposed, also over a connection that it has lost, and nothing of others. */
function own(id: string, { desk, agent }: CallScope): Review {
  const review = desk.earlier.of(agent).find((other) => other.id === id);
  if (!review) throw errors.reviewNotFound(id);
  return review;
}
