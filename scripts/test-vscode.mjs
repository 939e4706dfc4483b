/**
 * `npm run test:vscode -- [vitest filter or option…]`: everything of test/vscode, in a new VS Code and then in the oldest
 * one that the extension promises to run in. `npm test` has the short part of it, in the new one.
 */
import { spawnSync } from "node:child_process";
import { prepare, prepareOldestVsCode, preparePrograms, prepareVsCode, root, say, toolPath } from "./prepare.mjs";

prepare();
preparePrograms();
prepareVsCode();
prepareOldestVsCode();
// One editor at a time: the oldest one is slow beside another.
const projects = ["--project", "vscode", "--project", "vscode-matrix", "--no-file-parallelism"];
const args = [toolPath("vitest", "vitest.mjs"), "run", ...projects, ...process.argv.slice(2)];
for (const [name, version] of [
  ["a new VS Code", "newest"],
  ["the oldest VS Code", "floor"],
]) {
  say(`In ${name}:`);
  const env = { ...process.env, TANDEM_VSCODE: version };
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env });
  if (status !== 0) process.exit(1);
}
