import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toolReference } from "../../scripts/tool-reference.mjs";
import { repository } from "./source-tree.js";

const folder = join(repository, "docs/tools");

it("docs/tools is what the tool table says; npm run docs makes it anew", () => {
  const written = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  expect(written).toEqual(toolReference());
});
