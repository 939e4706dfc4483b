import { expect, it } from "vitest";
import { listPaths } from "./source-tree.js";

const TOOLS = "packages/protocol/src/tools";

/** The layers, and which nouns each must hold: all that have tools, or those of the list that do. */
const layers: readonly { readonly folder: string; readonly nouns: "all" | readonly string[] }[] = [
  { folder: "packages/host/src/capabilities", nouns: "all" },
  { folder: "packages/host/src/handlers", nouns: "all" },
  { folder: "packages/workspace/src", nouns: ["file", "git"] },
  { folder: "editors/workbench/backend/src/capabilities", nouns: "all" },
];

/** The files that are missing. */
function checkNouns(paths: readonly string[]): string[] {
  const present = new Set(paths);
  return nounsOf(paths).flatMap((noun) =>
    layers
      .filter(({ nouns }) => nouns === "all" || nouns.includes(noun))
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
});
