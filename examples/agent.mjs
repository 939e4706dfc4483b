/**
 * An agent in forty lines: `node examples/agent.mjs <folder> <file>…`. Its model is a rule, that `var` should be `let`;
 * all around it is what an agent does: look for the editor, tell the model of it, have each change confirmed.
 */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { applyConfirmation, confirmWithIdeOrTerminal, connectedLine, IdeBridge, parseIdeConfig } from "@tandem/agent";

const [cwd = ".", ...files] = process.argv.slice(2);
const config = parseIdeConfig({ ide: { use_ide_diffs: true } });
const bridge = new IdeBridge(config, { introduction: { name: "forty-lines", version: "1.0.0" } });
const connection = await bridge.autoConnect(cwd);
console.log(connection ? connectedLine(connection.ideInfo) : "No editor: changes are confirmed here.");

/** What the model is told, in this order: git's state, the editor's, and what the user has copied. */
async function prompt(clipboard = "") {
  const git = await promisify(execFile)("git", ["status", "--short", "--branch"], { cwd }).catch(() => undefined);
  return [git?.stdout, await bridge.refreshContext(), clipboard].filter(Boolean).join("\n");
}

/** @param {string} told @returns {{ path: string, name: string, arguments: Record<string, unknown> }[]} */
function model(told) {
  console.log(`The model is told:\n${told}`);
  const replacement = { pattern: "\\bvar\\b", replacement: "let" };
  return files.map((file) => ({ path: resolve(cwd, file), name: "regex_replace", arguments: replacement }));
}

try {
  for (const { path, ...call } of model(await prompt())) {
    const answer = await confirmWithIdeOrTerminal(call, path, { bridge, cwd });
    const applied = await applyConfirmation(path, answer);
    console.log(`${path}: ${applied ? "changed" : "left alone"}`);
  }
  console.log(`Next time it is told:\n${await prompt()}`);
} finally {
  await bridge.disconnect();
}
