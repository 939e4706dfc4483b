import { expect, it } from "vitest";
import { listPaths } from "./source-tree.js";

const TOOLS = "packages/protocol/src/tools";

/** Nouns that are no capability of a host: every window has them by itself. */
const ownNouns = ["review"];

/** The layers, and which nouns each must hold: all that have tools, those that hosts offer, or those of the list. */
const layers: readonly { readonly folder: string; readonly nouns: "all" | "offered" | readonly string[] }[] = [
  { folder: "packages/host/src/capabilities", nouns: "offered" },
  { folder: "packages/host/src/handlers", nouns: "all" },
  { folder: "packages/workspace/src", nouns: ["file", "git"] },
  { folder: "editors/workbench/backend/src/capabilities", nouns: "offered" },
  { folder: "editors/vscode/src/capabilities", nouns: ["editor", "diagnostics", "symbols", "file"] },
];

/** The files that are missing. */
function checkNouns(paths: readonly string[]): string[] {
  const present = new Set(paths);
  return nounsOf(paths).flatMap((noun) =>
    layers
      .filter(({ nouns }) => nouns === "all" || (nouns === "offered" ? !ownNouns.includes(noun) : nouns.includes(noun)))
      .map(({ folder }) => `${folder}/${noun}.ts`)
      .filter((path) => !present.has(path)),
  );
}

function nounsOf(paths: readonly string[]): string[] {
  return paths
    .filter((path) => path.startsWith(`${TOOLS}/`) && !path.endsWith(".test.ts"))
    .map((path) => path.slice(TOOLS.length + 1).replace(/\.ts$/, ""))
    .filter((noun) => noun !== "index");
}

it("every noun has its file in every layer", () => {
  const paths = listPaths();
  expect(nounsOf(paths)).toContain("editor");
  expect(checkNouns(paths)).toEqual([]);
});

it("the files that a new noun lacks are named", () => {
  const paths = [`${TOOLS}/index.ts`, `${TOOLS}/git.ts`, `${TOOLS}/git.test.ts`, "packages/host/src/handlers/git.ts"];
  expect(checkNouns(paths)).toEqual([
    "packages/host/src/capabilities/git.ts",
    "packages/workspace/src/git.ts",
    "editors/workbench/backend/src/capabilities/git.ts",
  ]);
  expect(checkNouns([`${TOOLS}/review.ts`])).toEqual(["packages/host/src/handlers/review.ts"]);
});
