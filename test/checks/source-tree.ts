/** The repository's own files as the checks see them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Path from the repository's folder, `/`-separated → text. */
export type FileMap = ReadonlyMap<string, string>;

export const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** Made by tools and never written by hand; `isGenerated` below is the same list over paths. */
const generated = new Set(["node_modules", "dist", "coverage", ".git", "results"]);

export function isGenerated(path: string): boolean {
  return path.split("/").some((part) => generated.has(part));
}

/** Every file, without what is generated. */
export function listPaths(folder = repository): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (generated.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listPaths(path);
    return entry.isFile() ? [relative(repository, path).split(sep).join("/")] : [];
  });
}

export function readFiles(wanted: (path: string) => boolean): FileMap {
  return new Map(
    listPaths()
      .filter(wanted)
      .map((path) => [path, readFileSync(join(repository, path), "utf8")]),
  );
}

/** Code of the product: what lies in the `src` folders of packages, editors and the command. */
export function isSource(path: string): boolean {
  return /^(packages|editors|cli)\/(.+\/)?src\/.+\.(ts|tsx|mts|mjs)$/.test(path);
}

export function isTest(path: string): boolean {
  return /[.-]test\.tsx?$/.test(path);
}

/** The text with whole-line and block comments blanked, so that prose is not taken for code; lines keep their numbers. */
export function withoutComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/^[ \t]*\/\/.*$/gm, "");
}
