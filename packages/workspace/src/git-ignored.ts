/** What git's ignore rules leave out of a folder. */
import { tryGit } from "./git.js";

/** Those of the names in a folder, `/`-separated where they lie deeper, that git ignores; none where there is no git. */
export async function ignoredNames(folder: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  // "./" keeps git from reading a name as anything but a name.
  const input = names.map((name) => `./${name}\0`).join("");
  const result = await tryGit(folder, ["--no-literal-pathspecs", "check-ignore", "-z", "--stdin"], { input });
  const ignored = result?.exitCode === 0 ? result.stdout.toString("utf8").split("\0") : [];
  return new Set(ignored.filter((path) => path !== "").map((path) => path.slice(2)));
}
