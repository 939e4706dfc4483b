/**
 * `npm test -- [--quick] [vitest filter or option…]`: prepares what is missing, then every check, cheap ones first.
 * Stops at the first that fails. `--quick` leaves out the end-to-end tests.
 */
import { spawnSync } from "node:child_process";
import { prepare, prepareBrowser, prepareConformance, root, say, toolPath } from "./prepare.mjs";

const args = process.argv.slice(2);
const quick = args.includes("--quick");
const forVitest = args.filter((arg) => arg !== "--quick");
const linted = ["packages", "editors", "cli", "test", "bench", "scripts", "vitest.config.ts"];

/** @type {readonly (readonly [name: string, script: string, args: readonly string[]])[]} */
const steps = [
  ["Format and lint", toolPath("@biomejs/biome", "bin/biome"), ["check", "--error-on-warnings"]],
  ["Promises", toolPath("oxlint", "bin/oxlint"), linted],
  ["Types of tests", toolPath("typescript", "bin/tsc"), ["-p", "tsconfig.tests.json"]],
  ["Types of the page", toolPath("typescript", "bin/tsc"), ["-p", "editors/workbench/page"]],
  ["Types of scripts", toolPath("typescript", "bin/tsc"), ["-p", "scripts"]],
  [
    quick ? "Unit tests" : "Tests",
    toolPath("vitest", "vitest.mjs"),
    ["run", ...(quick ? ["--project", "unit"] : []), ...forVitest],
  ],
];

timed("Preparation", () => {
  prepare();
  if (quick) return;
  prepareConformance();
  prepareBrowser();
});
for (const [name, script, stepArgs] of steps) {
  timed(name, () => {
    const { status, signal } = spawnSync(process.execPath, [script, ...stepArgs], { cwd: root, stdio: "inherit" });
    if (status === 0) return;
    say(`✗ ${name} failed${signal ? ` (${signal})` : ""}.`);
    process.exit(1);
  });
}

/**
 * @param {string} name
 * @param {() => void} step
 */
function timed(name, step) {
  const started = performance.now();
  step();
  say(`✓ ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
