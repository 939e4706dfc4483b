/**
 * A confirmation in thirty lines: `node examples/confirmation.mjs <file> <old text> <new text>` asks the developer in
 * their editor, or here if they have none, and exits with 0 once the file is changed, or with 1.
 */
import { dirname, resolve } from "node:path";
import { applyConfirmation, confirmWithIdeOrTerminal, IdeBridge } from "@tandem/agent";

const [file, oldText, newText = ""] = process.argv.slice(2);
if (!file || !oldText) {
  console.error("Usage: node examples/confirmation.mjs <file> <old text> <new text>");
  process.exit(2);
}
const path = resolve(file);
const cwd = dirname(path);

const bridge = new IdeBridge();
await bridge.autoConnect(cwd);
try {
  const call = { name: "edit_file", arguments: { old_string: oldText, new_string: newText } };
  const answer = await confirmWithIdeOrTerminal(call, path, { bridge, cwd });
  // The editor may have written the file, and the developer may have changed what was proposed: this heeds both.
  const applied = await applyConfirmation(path, answer);
  console.log(applied ? `Changed, as decided by ${answer.by}.` : `Rejected by ${answer.by}.`);
  process.exitCode = applied ? 0 : 1;
} finally {
  await bridge.disconnect();
}
