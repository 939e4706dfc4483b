/** Replaces by a pattern that a model wrote, in Python's notation, within bounded time. */
import { runInNewContext } from "node:vm";
import { errors } from "@tandem/protocol";

/** Longest time for all matches, in milliseconds: a pattern can take for ever. */
const MAX_MS = 1000;

/** What to replace by what; the flags have Python's meaning. */
export interface RegexReplacement {
  readonly pattern: string;
  readonly replacement: string;
  /** At most so many; 0 for all. */
  readonly count: number;
  readonly ignore_case: boolean;
  readonly multiline: boolean;
  readonly dotall: boolean;
}

/** Throws `INVALID_INPUT` if the pattern is none, matches nothing, or takes too long. */
export function replaceByRegex(text: string, { pattern, replacement, count, ...wanted }: RegexReplacement): string {
  const flags = `g${wanted.ignore_case ? "i" : ""}${wanted.multiline ? "m" : ""}${wanted.dotall ? "s" : ""}`;
  const regex = compile(pattern, flags);
  const template = replacementTemplate(replacement);
  // The engine stops in the middle of a match when the script's time is over.
  const run = `let n = 0; text.replace(regex, (...groups) => { n++; return count > 0 && n > count ? groups[0] : expand(groups); })`;
  let replaced: string;
  let matches = 0;
  const expand = (groups: unknown[]) => {
    matches++;
    return template(groups);
  };
  try {
    replaced = runInNewContext(run, { text, regex, count, expand }, { timeout: MAX_MS }) as string;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw errors.invalidInput(`The pattern takes longer than ${MAX_MS} ms on this file. Make it more specific.`);
  }
  if (matches === 0) throw errors.invalidInput("The pattern matches nothing in the file.");
  return replaced;
}

/** Python's names for groups and anchors, in JavaScript's notation. */
function compile(pattern: string, flags: string): RegExp {
  const translated = pattern
    .replace(/\(\?P<(\w+)>/g, "(?<$1>")
    .replace(/\(\?P=(\w+)\)/g, "\\k<$1>")
    .replace(/\\A/g, "(?<![\\s\\S])")
    .replace(/\\Z/g, "(?![\\s\\S])");
  try {
    return new RegExp(translated, flags);
  } catch (error) {
    throw errors.invalidInput(`${(error as Error).message}.`);
  }
}

/** `\1`, `\g<1>` and `\g<name>` stand for groups, `\n` and `\t` for what they say, `\\` for itself; all else is literal. */
function replacementTemplate(replacement: string): (groups: readonly unknown[]) => string {
  const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };
  return (groups) => {
    const last = groups.at(-1);
    const named = typeof last === "object" && last !== null ? (last as Record<string, unknown>) : {};
    const group = (name: string) => String((/^\d+$/.test(name) ? groups[Number(name)] : named[name]) ?? "");
    return replacement.replace(/\\(?:g<(\w+)>|(\d{1,2})|([\s\S]))/g, (whole, name, number, escaped) =>
      escaped === undefined ? group(name ?? number) : (escapes[escaped] ?? whole),
    );
  };
}
