/** `npm run package`: makes what is installed elsewhere, and says where it is. */
import { relative } from "node:path";
import { prepare, root } from "./prepare.mjs";
import { packExtension } from "./vscode-extension.mjs";

prepare();
process.stdout.write(`${relative(root, await packExtension())}\n`);
