/**
 * `npm test -- [--quick] [vitest filter or option…]`: prepares what is missing, then the checks of the source side by
 * side, then the tests if all of them pass. `--quick` leaves out the slow and the end-to-end tests. The
 * long tests of VS Code are in `scripts/test-vscode.mjs`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { prepare, prepareConformance, preparePrograms, prepareVsCode, root, say, toolPath } from "./prepare.mjs";

/** @typedef {readonly [name: string, script: string, args: readonly string[]]} Step */

const args = process.argv.slice(2);
const quick = args.includes("--quick");
const forVitest = args.filter((arg) => arg !== "--quick");
const linted = ["packages", "editors", "cli", "test", "bench", "examples", "scripts", "vitest.config.ts"];
const tsc = toolPath("typescript", "bin/tsc");

/** @type {readonly Step[]} */
const checks = [
  ["Format and lint", toolPath("@biomejs/biome", "bin/biome"), ["check", "--error-on-warnings"]],
  ["Promises", toolPath("oxlint", "bin/oxlint"), linted],
  ["Types of tests", tsc, ["-p", "tsconfig.tests.json"]],
  ["Types of the page", tsc, ["-p", "editors/workbench/page"]],
  ["Types of scripts", tsc, ["-p", "scripts"]],
];

const chosen = forVitest.some((arg) => arg.startsWith("--project"));
/** @type {Step} */
const tests = [
  quick ? "Unit tests" : "Tests",
  toolPath("vitest", "vitest.mjs"),
  ["run", ...(quick ? ["--project", "unit"] : chosen ? [] : ["--project", "!vscode-matrix"]), ...forVitest],
];

const started = performance.now();
prepare();
if (!quick) {
  prepareConformance();
  preparePrograms();
  prepareVsCode();
}
report("Preparation", started);
const passed = await Promise.all(checks.map((step) => run(step, "pipe")));
if (!passed.every(Boolean) || !(await run(tests, "inherit"))) process.exit(1);

/**
 * Whether it ends well. With "pipe", what it prints is shown when it has ended, and only if it fails.
 * @param {Step} step
 * @param {"pipe" | "inherit"} output
 */
async function run([name, script, stepArgs], output) {
  const started = performance.now();
  const child = spawn(process.execPath, [script, ...stepArgs], { cwd: root, stdio: ["ignore", output, output] });
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
  const [code, signal] = await once(child, "close");
  if (code === 0) {
    report(name, started);
    return true;
  }
  say(`${(await printed).join("")}✗ ${name} failed${signal ? ` (${signal})` : ""}.`);
  return false;
}

/**
 * @param {string} name
 * @param {number} started
 */
function report(name, started) {
  say(`✓ ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
