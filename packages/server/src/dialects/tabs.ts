/** Diffs and tabs, as both dialects have them. */
import { basename, resolve } from "node:path";
import { errors, IdeError, type InputOf } from "@tandem/protocol";
import type { DialectCall } from "./dialect-call.js";

export interface DiffInput {
  readonly old_file_path: string;
  readonly new_file_path: string;
  readonly new_file_contents: string;
}

type Terms = Pick<InputOf<"ide.review.propose">, "title" | "writes" | "save" | "editable">;

const MAX_TITLE_LENGTH = 300;

/**
 * Resolves when the developer has decided: with the final text, or undefined if they are against it. Closing the diff
 * counts as that, and so does a window in which nothing may be changed. Throws if it cannot be shown or decided.
 */
export async function decideDiff(
  input: DiffInput,
  { title, ...terms }: Terms,
  call: DialectCall,
): Promise<string | undefined> {
  if (call.mode === "read-only") return undefined;
  const { old_file_path: shown, new_file_path: file, new_file_contents: text } = input;
  if (resolve(shown) !== resolve(file)) throw errors.differentFiles(shown, file);
  const proposal = { file, change: { text }, title: title.slice(0, MAX_TITLE_LENGTH), ...terms };
  const decision = await call.diffs.open(title, ({ closed, reviews }) =>
    call.ask("ide.review.propose", proposal, {
      gone: () => AbortSignal.any([call.gone(), closed]),
      onReviews: reviews,
    }),
  );
  return decision?.accepted ? (decision.finalText ?? text) : undefined;
}

/**
 * Closes the agent's diffs of that title; if it never had one, the tab of a file by its path, or by its name alone. One that
 * the developer needs, without unsaved changes, is no tab for the agent to close.
 */
export async function closeTab(name: string, title: string, call: DialectCall): Promise<void> {
  await call.diffs.close(title);
  if (call.diffs.had(title)) return;
  const { files } = await call.ask("ide.editor.getOpenFiles", {});
  const named = files.filter(({ file }) => file === name || basename(file) === name);
  const tab = named.find(({ file }) => file === name) ?? (named.length === 1 ? named[0] : undefined);
  if (!tab) return;
  await call.ask("ide.editor.close", { file: tab.file }).catch((error: unknown) => {
    if (tab.dirty || !(error instanceof IdeError) || error.code !== "NOT_ALLOWED") throw error;
  });
}
