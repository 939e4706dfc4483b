/** Rules for leaving files out, written as in a `.gitignore`. Pure. */
import { globPattern } from "./glob.js";

interface Rule {
  /** False: it takes in again what an earlier rule leaves out. */
  readonly leavesOut: boolean;
  readonly directoriesOnly: boolean;
  readonly pattern: RegExp;
}

/** True for a path from the folder of the rules that is left out, by itself or with a directory around it. */
export function ignoreMatcher(text: string): (path: string) => boolean {
  const rules = text.split(/\r?\n/).flatMap(ruleOf);
  return (path) => {
    const names = path.split("/");
    // What lies in a directory that is left out cannot be taken in again.
    return names.some((_, last) => {
      const part = names.slice(0, last + 1).join("/");
      const isDirectory = last < names.length - 1;
      const rule = rules.findLast(({ directoriesOnly, pattern }) => {
        return (isDirectory || !directoriesOnly) && pattern.test(part);
      });
      return rule?.leavesOut === true;
    });
  };
}

function ruleOf(line: string): Rule[] {
  const written = line.replace(/(?<!\\) +$/, "");
  if (written === "" || written.startsWith("#")) return [];
  const leavesOut = !written.startsWith("!");
  const directoriesOnly = written.endsWith("/");
  const path = written
    .replace(/^!/, "")
    .replace(/^\\(?=[!#])/, "")
    .replace(/\\ $/, " ")
    .replace(/\/+$/, "");
  // A slash before the end ties it to the folder; a bare name stands for itself everywhere below.
  const pattern = globPattern(path.includes("/") ? path.replace(/^\//, "") : `**/${path}`);
  return path === "" ? [] : [{ leavesOut, directoriesOnly, pattern }];
}
