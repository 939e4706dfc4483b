/** `npm run package`: makes what is installed elsewhere, and says where it is. */
import { relative } from "node:path";
import { packCommand } from "./command-package.mjs";
import { prepare, root } from "./prepare.mjs";
import { packExtension } from "./vscode-extension.mjs";

prepare();
for (const pack of [packExtension, packCommand]) process.stdout.write(`${relative(root, await pack())}\n`);
