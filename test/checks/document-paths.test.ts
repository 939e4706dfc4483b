import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { type FileMap, isGenerated, listPaths, readFiles } from "./source-tree.js";

const documents = /^((README|ARCHITECTURE|GLOSSARY|CONTRIBUTING|CHANGELOG|SECURITY)\.md|docs\/.+\.md)$/;
/** Files at the root that documents name without a folder. Other bare names (`position.ts`) are not paths. */
const rootFile =
  /^((README|ARCHITECTURE|GLOSSARY|CONTRIBUTING|CHANGELOG|SECURITY)\.md|package(-lock)?\.json|tsconfig[\w.]*\.json|biome\.json|\.oxlintrc\.json|vitest\.config\.ts)$/;
const pathLike = /^[\w.@*{},-]+(\/[\w.@*{},-]+)*\/?$/;

/** Complaints about paths that the documents name and the repository does not have. */
function checkDocuments(texts: FileMap, paths: readonly string[]): string[] {
  const known = withFolders(paths);
  return [...texts].flatMap(([document, text]) =>
    [...namedInCode(text, known), ...namedInLinks(document, text)]
      .filter((path) => !isGenerated(path) && !exists(path, known))
      .map((path) => `${document} names ${path}, which does not exist`),
  );
}

/** Code spans that look like a path of the repository; `<noun>` in one stands for any name. */
function namedInCode(text: string, known: ReadonlySet<string>): string[] {
  return [...withoutFences(text).matchAll(/`([^`\n]+)`/g)]
    .map((match) => (match[1] ?? "").replace(/<[^<>]+>/g, "*"))
    .filter((span) => rootFile.test(span) || (pathLike.test(span) && span.includes("/") && known.has(topOf(span))));
}

function namedInLinks(document: string, text: string): string[] {
  return [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? "").replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/i.test(target))
    .map((target) => posix.join(posix.dirname(document), decodeURIComponent(target)));
}

function withoutFences(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
}

function topOf(path: string): string {
  return path.slice(0, path.indexOf("/"));
}

function withFolders(paths: readonly string[]): Set<string> {
  const known = new Set(paths);
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) known.add(folder);
  }
  return known;
}

function exists(named: string, known: ReadonlySet<string>): boolean {
  return alternatives(named.replace(/\/$/, "")).every((path) => {
    if (!path.includes("*")) return known.has(path);
    const pattern = globPattern(path);
    return [...known].some((candidate) => pattern.test(candidate));
  });
}

/** `a/{b,c}` → `a/b`, `a/c`. */
function alternatives(path: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(path);
  if (!braces) return [path];
  return (braces[1] ?? "").split(",").flatMap((choice) => alternatives(path.replace(braces[0], choice)));
}

function globPattern(glob: string): RegExp {
  const pattern = glob
    .replace(/[.+^$()|[\]\\?]/g, "\\$&")
    .replace(/\*\*\/|\*\*|\*/g, (stars) => (stars === "*" ? "[^/]*" : stars === "**" ? ".*" : "(.*/)?"));
  return new RegExp(`^${pattern}$`);
}

it("every path that a document names exists", () => {
  expect(
    checkDocuments(
      readFiles((path) => documents.test(path)),
      listPaths(),
    ),
  ).toEqual([]);
});

describe("a document", () => {
  const paths = ["package.json", "cli/src/main.ts", "packages/host/src/text.ts", "docs/guide.md", "docs/tools/file.md"];
  const complaints = (text: string, document = "README.md") => checkDocuments(new Map([[document, text]]), paths);

  it.each([
    "`cli/src/gone.ts`",
    "`cli/gone/`",
    "`packages/*/gone`",
    "`packages/{host,gone}/src`",
    "`packages/host/<noun>.md`",
    "`tsconfig.base.json`",
    "[guide](docs/gone.md#part)",
    "[guide](./gone.md)",
  ])("that names %s is reported", (text) => {
    expect(complaints(text)).toEqual([expect.stringContaining("which does not exist")]);
  });

  it.each([
    "`cli/src/main.ts`, `cli/src/`, `packages/*/src`, `packages/**/*.ts`, `packages/{host}/src/<file>.ts`, `package.json`",
    "`text/plain`, `position.ts`, `npm start`, `CLAUDE.md`, `@tandem/host`, `cli/dist/main.js`",
    "[guide](docs/guide.md#part), [site](https://example.org/cli/x), [above](#above)",
    "```\n`cli/src/gone.ts`\n```",
  ])("that says %s is not", (text) => {
    expect(complaints(text)).toEqual([]);
  });

  it("may link from its own folder", () => {
    expect(complaints("[tools](tools/file.md), [top](../package.json)", "docs/guide.md")).toEqual([]);
  });
});
