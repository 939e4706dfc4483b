import type { FileProposal } from "../review/proposal.js";
import type { Review } from "../review/review.js";
import type { CallScope, HandlersOf } from "./handler.js";
import { decided, report, wasApplied } from "./proposing.js";

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

  "ide.file.create": async (_files, { file, text, reason = "", review: how }, scope) =>
    proposeFile(file, reason, how, scope, async () => ({
      kind: "create",
      path: await scope.paths.newFile(file),
      text,
    })),

  "ide.file.delete": async (_files, { file, reason = "", review: how }, scope) =>
    proposeFile(file, reason, how, scope, async () => ({ kind: "delete", path: await scope.paths.file(file) })),
};

/** What was made before under the same key is asked for first: its file is there, or gone, by now. */
async function proposeFile(
  file: string,
  reason: string,
  how: "wait" | "defer",
  scope: CallScope,
  plan: () => Promise<FileProposal>,
) {
  const { agent, desk, signal, key } = scope;
  const keyed = { agent, ...(key !== undefined && { key }) };
  const proposed = desk.made(keyed) ?? (await desk.propose({ ...keyed, files: [await plan()], reason, signal }));
  if (proposed.kind === "applied") return { applied: true, file: proposed.files[0]?.path.path ?? file };
  const [review] = (await decided(proposed.reviews, how, scope)) as [Review];
  return { applied: wasApplied(review), file: review.path.path, review: report(review) };
}
