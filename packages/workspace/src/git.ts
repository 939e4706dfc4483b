/** Runs git on a folder whose contents are not trusted, without locks, hooks or questions; reads its status. */
import { errors, type GitStatus } from "@tandem/protocol";
import { type BytePath, splitPaths } from "./byte-path.js";
import { errnoOf } from "./errno.js";
import { type ProgramResult, runProgram } from "./run-program.js";

/** Nothing that a repository's own configuration could start; filters have names of their own, see `filterNames`. */
const safeConfiguration = configured("core.fsmonitor=", "core.hooksPath=/dev/null", "core.quotepath=off");

/** Variables of git that say who the developer is and where their own settings are. The others redirect git. */
const keptVariables =
  /^GIT_(AUTHOR_|COMMITTER_|SSH|CONFIG_GLOBAL$|CONFIG_SYSTEM$|CONFIG_NOSYSTEM$|EXEC_PATH$|CEILING_)/;

export interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  /** What git reads from its standard input. */
  readonly input?: string | undefined;
  /** Names of filters that are not to run, whatever attributes say. A command that reads files runs all others. */
  readonly withoutFilters?: readonly string[];
}

/** What git printed. Paths among the arguments are taken literally. Throws `GIT_FAILED` with git's words. */
export async function runGit(root: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const result = await tryGit(root, args, options);
  if (result === undefined) throw errors.gitFailed("git is not installed.");
  if (result.exitCode !== 0) throw errors.gitFailed(wordsOf(result, args));
  return result.stdout;
}

/** The same, without a judgement on how git ended; undefined if there is no git. */
export async function tryGit(
  root: string,
  args: readonly string[],
  { signal, input, withoutFilters = [] }: GitOptions = {},
): Promise<ProgramResult | undefined> {
  try {
    const env = gitEnvironment(process.env);
    const configuration = [...safeConfiguration, ...withoutFilters.flatMap(filterSwitchedOff)];
    return await runProgram("git", [...configuration, "-C", root, ...args], { env, signal, input });
  } catch (thrown) {
    if (errnoOf(thrown) === "ENOENT") return undefined;
    if (errnoOf(thrown) === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
      throw errors.gitFailed(`git ${args[0]} printed more than can be taken in.`);
    }
    throw thrown;
  }
}

/**
 * The filters that any configuration in force at the folder defines. Asking runs none of them.
 * Throws `GIT_FAILED`, also for a name that could not be switched off.
 */
export async function filterNames(root: string, options: GitOptions = {}): Promise<readonly string[]> {
  const args = ["config", "-z", "--name-only", "--get-regexp", "^filter\\."];
  const result = await tryGit(root, args, options);
  // 1 is "nothing found".
  if (result === undefined || result.exitCode === 1) return [];
  if (result.exitCode !== 0) throw errors.gitFailed(wordsOf(result, args));
  const keys = result.stdout.toString("utf8").split("\0");
  const names = new Set(keys.flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? []));
  const odd = [...names].find((name) => /[=\ufffd]/.test(name));
  if (odd !== undefined) throw errors.gitFailed(`The repository names a filter ${JSON.stringify(odd)}.`);
  return [...names];
}

function filterSwitchedOff(name: string): string[] {
  const filter = `filter.${name}`;
  return configured(`${filter}.clean=`, `${filter}.smudge=`, `${filter}.process=`, `${filter}.required=false`);
}

function configured(...settings: string[]): string[] {
  return settings.flatMap((setting) => ["-c", setting]);
}

export function gitEnvironment(inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(inherited).filter(([name]) => !name.startsWith("GIT_") || keptVariables.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    // Of no protocol: objects that a partial clone left behind are not fetched, for a remote can name programs to run.
    GIT_ALLOW_PROTOCOL: "",
    // Messages in the language they are looked for in.
    LC_ALL: "C",
  };
}

function wordsOf({ exitCode, stderr }: ProgramResult, args: readonly string[]): string {
  return stderr.trim().slice(0, 2000) || `git ${args[0]} ended with exit code ${exitCode}.`;
}

export interface StatusEntry {
  /** From the top of the work tree. An untracked repository inside it ends in "/". */
  readonly path: BytePath;
  readonly status: GitStatus;
  /** Where a renamed or copied file came from. */
  readonly from?: BytePath;
}

/** Reads `git status --porcelain=v2 -z`. */
export function parseStatus(output: Buffer): StatusEntry[] {
  const entries: StatusEntry[] = [];
  const records = splitPaths(output);
  for (let index = 0; index < records.length; index++) {
    const record = records[index] ?? "";
    const states = record.slice(2, 4);
    switch (record[0]) {
      case "1":
        entries.push({ path: afterFields(record, 8), status: statusWord(states) });
        break;
      case "2":
        entries.push({ path: afterFields(record, 9), status: statusWord(states), from: records[++index] ?? "" });
        break;
      case "u":
        entries.push({ path: afterFields(record, 10), status: "conflicted" });
        break;
      case "?":
        entries.push({ path: record.slice(2), status: "untracked" });
        break;
    }
  }
  return entries;
}

/** What follows the first `count` fields; the path is last and may hold spaces. */
function afterFields(record: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field++) at = record.indexOf(" ", at) + 1;
  return record.slice(at);
}

/** One word for the state in the index and the state in the work tree, as seen from the last commit. */
function statusWord(states: string): GitStatus {
  if (states[1] === "D") return "deleted";
  if (states.includes("R")) return "renamed";
  if (states.includes("C")) return "copied";
  if (states.includes("A")) return "added";
  if (states.includes("D")) return "deleted";
  return states.includes("T") ? "type-changed" : "modified";
}
