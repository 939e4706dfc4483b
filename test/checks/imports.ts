/** What a source file imports, read without a parser. */
import { posix } from "node:path";
import { type FileMap, withoutComments } from "./source-tree.js";

const statements = [
  /^(?:import|export)\s[^"';]*?\bfrom\s*["']([^"']+)["']/gm,
  /^import\s*["']([^"']+)["']/gm,
  /\bimport\(\s*["']([^"']+)["']\s*\)/g,
];

/** Specifiers of static, bare and dynamic imports and of re-exports, type-only ones included; each once. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text);
  const found = statements.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ""));
  return [...new Set(found)];
}

export function isRelative(specifier: string): boolean {
  return specifier.startsWith(".");
}

/** The package of a bare specifier: `@scope/name/sub` → `@scope/name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Where a relative import leads, as a path of the repository: the source that the `.js` stands for. */
export function targetOf(importer: string, specifier: string): string {
  return posix.join(posix.dirname(importer), specifier).replace(/\.js$/, ".ts");
}

/** Each ring of files that import one another, as the paths along it; a ring is named once. */
export function findCycles(files: FileMap): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.push([...trail.slice(start), path]);
      return;
    }
    if (done.has(path)) return;
    for (const specifier of importsOf(files.get(path) ?? "").filter(isRelative)) {
      const target = targetOf(path, specifier);
      visit(files.has(`${target}x`) ? `${target}x` : target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of files.keys()) visit(path, []);
  return cycles;
}
