/**
 * Paths as git and ripgrep print them: names are bytes, and one character stands for one byte. Such strings
 * compare in byte order, and lose nothing of a name that is not UTF-8.
 */
export type BytePath = string;

/** Bytes that end in NUL each, as a list. */
export function splitPaths(output: Buffer): BytePath[] {
  const paths = output.toString("latin1").split("\0");
  paths.pop();
  return paths;
}

/** As text, for display: what is not UTF-8 is shown as U+FFFD. */
export function decodePath(path: BytePath): string {
  return isAscii(path) ? path : Buffer.from(path, "latin1").toString("utf8");
}

export function encodePath(path: string): BytePath {
  return isAscii(path) ? path : Buffer.from(path, "utf8").toString("latin1");
}

function isAscii(path: string): boolean {
  return !/[^\0-\x7f]/.test(path);
}
