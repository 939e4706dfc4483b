/** A folder as git sees it right now, for people: the branch, and what has changed. */
import type { GitStatus } from "@tandem/protocol";
import { decodePath } from "./byte-path.js";
import { parseStatus, runGit, tryGit } from "./git.js";
import { prefixInWorkTree, statusCommand } from "./git-files.js";

export interface GitState {
  /** The branch's name, or the beginning of the commit's hash where no branch is checked out. */
  readonly branch: string | undefined;
  /** From the folder, `/`-separated → status, deleted files included. */
  readonly files: Readonly<Record<string, GitStatus>>;
}

/** Without a branch and files outside git. Throws `GIT_FAILED`. */
export async function readGitState(root: string, signal?: AbortSignal): Promise<GitState> {
  const prefix = await prefixInWorkTree(root, signal);
  if (prefix === undefined) return { branch: undefined, files: {} };
  const [branch, status] = await Promise.all([
    readBranch(root, signal),
    runGit(root, [...statusCommand, "--", "."], { signal }),
  ]);
  const entries = parseStatus(status).map(({ path, status }) => [nameOf(path.slice(prefix.length)), status] as const);
  return { branch, files: Object.fromEntries(entries) };
}

/** The folders in which git keeps what a commit, a checkout or a staging changes; empty outside git. */
export async function gitFolders(root: string): Promise<readonly string[]> {
  const result = await tryGit(root, ["rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir"]);
  if (result?.exitCode !== 0) return [];
  return [...new Set(result.stdout.toString("utf8").trimEnd().split("\n"))];
}

async function readBranch(root: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  const named = await tryGit(root, ["symbolic-ref", "--short", "-q", "HEAD"], { signal });
  const found = named?.exitCode === 0 ? named : await tryGit(root, ["rev-parse", "--short", "HEAD"], { signal });
  return found?.exitCode === 0 ? found.stdout.toString("utf8").trimEnd() : undefined;
}

/** A repository inside ends in "/". */
function nameOf(path: string): string {
  return decodePath(path).replace(/\/$/, "");
}
