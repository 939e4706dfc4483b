/** Exclude patterns over relative paths: `*`, `?`, `**`, `[abc]`, `[!abc]` and `{a,b}`. Pure. */

/** True for a path that a pattern names, or that lies in a directory which a pattern names. */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const sources = patterns.map((pattern) => sourceOf(pattern.replace(/\/+$/, "")));
  const expression = new RegExp(`^(?:${sources.join("|")})(?:/|$)`, "su");
  return (path) => expression.test(path);
}

/** Matches the paths that one pattern names, and nothing in them. A pattern that is none stands for itself. */
export function globPattern(pattern: string): RegExp {
  try {
    return new RegExp(`^${sourceOf(pattern)}$`, "su");
  } catch {
    return new RegExp(`^(?:.*/)?${escaped(pattern.replace(/^\*\*\//, ""))}$`, "su");
  }
}

const token = /\*\*\/|\/\*\*$|\*\*|\*|\?|\[!?[^\]]+\]|[{},]|./gsu;

function sourceOf(pattern: string): string {
  let depth = 0;
  let source = "";
  for (const [piece] of pattern.matchAll(token)) {
    if (piece === "{") depth++;
    if (piece === "}" && depth === 0) return escaped(pattern);
    source += sourceOfToken(piece, depth > 0);
    if (piece === "}") depth--;
  }
  // A brace that is not closed stands for itself, and so does the pattern around it.
  return depth === 0 ? source : escaped(pattern);
}

function sourceOfToken(piece: string, inBraces: boolean): string {
  switch (piece) {
    case "**/":
      return "(?:.*/)?";
    case "/**":
      // The directory itself is not among its contents, but without them it does not show.
      return "/.*";
    case "**":
      return ".*";
    case "*":
      return "[^/]*";
    case "?":
      return "[^/]";
    case "{":
      return "(?:";
    case "}":
      return ")";
    case ",":
      return inBraces ? "|" : ",";
  }
  return piece.length > 2 && piece.startsWith("[") ? characterClass(piece.slice(1, -1)) : escaped(piece);
}

function characterClass(members: string): string {
  const negated = members.startsWith("!");
  const inner = (negated ? members.slice(1) : members).replace(/[\\\]^[]/g, "\\$&");
  return negated ? `[^/${inner}]` : `[${inner}]`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}
