import * as z from "zod";
import { file, line, position, text } from "../fields.js";
import { defineTool } from "../tool.js";

/** Where an agent puts its own name for a proposal, in the `_meta` of the call. */
export const PROPOSAL_KEY = "tandem/key";

export const reviewStates = ["pending", "accepted", "partly-accepted", "rejected", "withdrawn", "superseded"] as const;
export const hunkVerdicts = ["undecided", "accepted", "rejected", "stale"] as const;

/** What an agent is told of a review. */
export const reviewSchema = z.object({
  id: z.string(),
  key: z.string().optional().describe(`Your own name for it, as you gave it in _meta["${PROPOSAL_KEY}"]`),
  state: z.enum(reviewStates).describe("pending: the developer has not decided yet"),
  file,
  kind: z.enum(["edit", "create", "delete"]),
  hunks: z.array(
    z.object({
      verdict: z.enum(hunkVerdicts).describe("stale: the developer changed the same lines"),
      startLine: line.describe("First line it replaces, or before which it inserts"),
      removed: z.string(),
      added: z.string().describe("As the developer left it"),
      edited: z.boolean().describe("True if the developer changed what was proposed"),
      comment: z.string().optional().describe("What the developer says of it"),
    }),
  ),
  comment: z.string().optional().describe("What the developer says of the whole"),
  supersededBy: z.string().optional().describe("Id of the review that contains this one"),
});

export type ReviewReport = z.infer<typeof reviewSchema>;

/** Input of every tool that proposes. */
export const proposal = {
  reason: z.string().max(1000).optional().describe("One sentence for the developer: why this change"),
  review: z
    .enum(["wait", "defer"])
    .default("wait")
    .describe("wait (default): answer when the developer has decided; defer: answer at once with the review's id"),
};

export const reviewWriters = ["host", "agent", "nobody"] as const;

/** What a diff of a dialect can be given as; the text it is about is the live one. */
const proposedChange = z.union([
  z.strictObject({ text: text.describe("The whole text; a file that is not there would be made") }),
  z.strictObject({ before: text.describe("The whole text, or a part that is there once"), after: text }),
  z.strictObject({
    edits: z
      .array(
        z.strictObject({
          start: position,
          end: position.describe("Exclusive; past the end of a line means its end"),
          oldText: z.string().optional().describe("What stands there; if it does not, nothing is proposed (STALE)"),
          newText: text,
        }),
      )
      .min(1)
      .max(1000),
  }),
]);

const id = z.string().min(1).max(100).describe("Id of a review of yours");

/** The newest ones, in one answer. */
export const MAX_LISTED_REVIEWS = 100;

export const reviewTools = [
  defineTool({
    name: "ide.review.list",
    title: "Your reviews",
    description:
      "The changes you proposed and what became of them, the newest last. Call it after a reconnect, or to see what the developer changed or said about your earlier proposals.",
    input: { pending: z.boolean().default(false).describe("Only those that still wait (default false)") },
    output: {
      reviews: z.array(reviewSchema).max(MAX_LISTED_REVIEWS),
      total: z.int().optional().describe("How many there are, if not all are listed"),
      truncated: z.boolean().optional().describe("True if only the newest are listed"),
    },
    effect: "read",
    errors: [],
  }),
  defineTool({
    name: "ide.review.wait",
    title: "Wait for a decision",
    description:
      "Wait until the developer has decided a change you proposed. Call it with the id that a deferred or still pending proposal gave you.",
    input: {
      id,
      waitMs: z.int().min(0).max(600_000).optional().describe("Longest wait in ms (default: until it is decided)"),
    },
    output: { review: reviewSchema },
    effect: "read",
    errors: ["REVIEW_NOT_FOUND"],
    deadlineMs: "none",
  }),
  defineTool({
    name: "ide.review.withdraw",
    title: "Withdraw a proposal",
    description: "Take back a change you proposed that the developer has not decided yet.",
    input: { id },
    output: { review: reviewSchema },
    effect: "adjust",
    errors: ["REVIEW_NOT_FOUND", "STALE"],
  }),
  defineTool({
    name: "ide.review.propose",
    title: "Propose a diff",
    description:
      "Propose a change of one file under the terms of a dialect: who writes what was accepted, and whether the developer may take it in parts.",
    input: {
      file,
      change: proposedChange,
      title: z.string().max(300).describe("Of the tab in which it is shown"),
      writes: z.enum(reviewWriters).describe("Who puts what was accepted into the file; nobody: it is only shown"),
      save: z.boolean().default(false).describe("The host also saves the file before it answers"),
      editable: z.boolean().describe("The agent takes the final text, so hunks can be decided and edited one by one"),
      view: z.enum(["diff", "inline"]).default("diff"),
      reason: proposal.reason,
    },
    output: {
      accepted: z.boolean().describe("False if the developer decided against it"),
      finalText: z.string().optional().describe("The whole text of the file as accepted"),
      review: reviewSchema.optional().describe("Left out if it was accepted without a review"),
    },
    effect: "propose",
    errors: [
      "FILE_NOT_FOUND",
      "OUTSIDE_WORKSPACE",
      "RANGE_INVALID",
      "STALE",
      "WRITE_FAILED",
      "FILE_TOO_LARGE",
      "BINARY_FILE",
    ],
    deadlineMs: "none",
    listed: false,
  }),
] as const;
