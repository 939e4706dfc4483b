/** `npm run docs`: writes docs/tools from the tool table. Needs the build. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "./prepare.mjs";
import { toolReference } from "./tool-reference.mjs";

const folder = join(root, "docs", "tools");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of toolReference()) writeFileSync(join(folder, name), text);
say(`Wrote ${toolReference().size} pages to docs/tools.`);
