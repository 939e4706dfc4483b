import type { Proposed } from "../review/proposal.js";
import type { Review } from "../review/review.js";
import type { CallScope, HandlersOf } from "./handler.js";
import { decided, propose, report, wasApplied } from "./proposing.js";

export const fileHandlers: HandlersOf<"file"> = {
  "ide.file.list": async (files, { directory, recursive, limit, cursor }, { paths, signal }) => {
    const path = await paths.directory(directory);
    const { entries, total, next } = await files.list({ directory: path, recursive, limit, after: cursor }, signal);
    return {
      entries: [...entries],
      total,
      truncated: next !== undefined,
      ...(next !== undefined && { cursor: next }),
    };
  },

  "ide.file.getRoots": (_files, _, { paths }) => ({ roots: [...paths.roots] }),

  "ide.file.create": async (_files, { file, text, reason = "", review: how }, scope) => {
    const plan = async () => [{ kind: "create" as const, path: await scope.paths.newFile(file), text }];
    const isSame = ({ kind, path, hunks }: Review) =>
      kind === "create" && path.path === file && hunks[0]?.proposed === text;
    return outcomeOf(file, await propose(scope, reason, plan, isSame), how, scope);
  },

  "ide.file.delete": async (_files, { file, reason = "", review: how }, scope) => {
    const plan = async () => [{ kind: "delete" as const, path: await scope.paths.file(file) }];
    const isSame = ({ kind, path }: Review) => kind === "delete" && path.path === file;
    return outcomeOf(file, await propose(scope, reason, plan, isSame), how, scope);
  },
};

async function outcomeOf(file: string, proposed: Proposed, how: "wait" | "defer", scope: CallScope) {
  if (proposed.kind === "applied") return { applied: true, file: proposed.files[0]?.path.path ?? file };
  const [review] = (await decided(proposed.reviews, how, scope)) as [Review];
  return { applied: wasApplied(review), file: review.path.path, review: report(review) };
}
