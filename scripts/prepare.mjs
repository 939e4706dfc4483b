/**
 * Brings what a fresh clone is missing: packages and the build. Runs before anything is installed, so it is plain
 * JavaScript over Node's own modules. Whatever it says goes to stderr: stdout belongs to the command it prepares.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder, with a separator at its end. */
export const root = fileURLToPath(new URL("..", import.meta.url));

const LEAST_NODE = [20, 19];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const ADVICE = "Check the connection to the npm registry, then run this again.";
const ENTRY = join(root, "cli", "dist", "main.js");

/** Ends the process with exit code 1 and a message if anything cannot be brought. */
export function prepare() {
  checkNode();
  install(root, "packages");
  build();
  buildPage();
}

/** The conformance suite needs a newer Node than Tandem does, so it and its Node are installed apart. */
export function prepareConformance() {
  install(join(root, "test", "conformance"), "the conformance suite");
}

const WORKBENCH = "node_modules/code-server/lib/vscode";
const vsCodeParts = { below: [WORKBENCH, `${WORKBENCH}/extensions`], flags: ["--ignore-scripts", "--omit=dev"] };

/**
 * VS Code's workbench as npm has it (code-server), and the Node it needs. Its own install script would install what is
 * below it, and compile what we do without.
 */
export function prepareVsCode() {
  install(join(root, "test", "vscode"), "VS Code for tests", vsCodeParts);
}

/**
 * The oldest VS Code that the extension promises to run in, after the new one. Two parts of it have to be compiled, and
 * ripgrep is the new one's.
 */
export function prepareOldestVsCode() {
  const newest = join(root, "test", "vscode");
  const oldest = join(newest, "floor");
  const ripgrep = (/** @type {string} */ folder, /** @type {string} */ path) =>
    join(folder, WORKBENCH, "node_modules", "@vscode", path);
  install(oldest, "the oldest VS Code for tests", {
    ...vsCodeParts,
    compiled: { argon2: "node_modules", "node-pty": `${WORKBENCH}/node_modules` },
    copied: [ripgrep(newest, "ripgrep-universal/bin/linux-x64/rg"), ripgrep(oldest, "ripgrep/bin/rg")],
  });
}

const DEBIAN_PACKAGES = ["chromium", "fonts-dejavu-core", "tmux"];

/**
 * The page is tested in Debian's Chromium, the shell in Debian's tmux. Installed where that is allowed; otherwise the
 * tests that need them will fail.
 */
export function preparePrograms() {
  if (["/usr/bin/chromium", "/usr/bin/tmux"].every((program) => existsSync(program))) return;
  const install = `apt-get install -y --no-install-recommends ${DEBIAN_PACKAGES.join(" ")}`;
  if (process.getuid?.() !== 0) return say(`Some tests need Chromium and tmux. Install them with: sudo ${install}`);
  say("Installing Chromium and tmux (first run)…");
  const result = run("sh", ["-c", `apt-get update -q && DEBIAN_FRONTEND=noninteractive ${install}`]);
  if (result.status !== 0) fail(`Chromium and tmux could not be installed.\n${outputOf(result)}`, `Try: ${install}`);
}

/**
 * @param {string} name of a package that is installed
 * @param {string} file of that package, to be run by Node
 */
export function toolPath(name, file) {
  return join(root, "node_modules", name, file);
}

/** @param {string} message */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  fail(
    `Tandem needs Node.js ${LEAST_NODE.join(".")} or newer; this is ${process.versions.node}.`,
    "Install a newer one.",
  );
}

/**
 * @typedef {object} More
 * @property {readonly string[]} [below] folders in it that are installed after it
 * @property {readonly string[]} [flags] of npm
 * @property {Readonly<Record<string, string>>} [compiled] packages that are compiled after that, each with its folder of modules
 * @property {readonly [from: string, to: string]} [copied] a file that is brought at last
 */

/**
 * Installs what the lockfile of a folder says, unless that was done already.
 * @param {string} folder
 * @param {string} what for people
 * @param {More} more
 */
function install(folder, what, { below = [], flags = [], compiled = {}, copied } = {}) {
  const wanted = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = join(folder, "node_modules", ".tandem-install");
  const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
  if (installed === wanted) return;
  say(`Installing ${what} (${installed === undefined ? "first run" : "package-lock.json has changed"})…`);
  // Not `npm ci`: it refuses a lockfile that lacks optional packages of other platforms, and not every registry has them.
  for (const path of ["", ...below]) {
    const cwd = join(folder, path);
    const result = npm(["install", "--no-save", "--no-audit", "--no-fund", ...flags], cwd);
    if (result.status !== 0) fail(`npm install failed.\n${outputOf(result)}`, ADVICE);
  }
  for (const [name, modules] of Object.entries(compiled)) {
    const cwd = join(folder, modules);
    const result = npm(["rebuild", name], dirname(cwd));
    // The product counts: what comes after the compiler may fail.
    if (!filesBelow(join(cwd, name)).some((file) => file.endsWith(".node"))) {
      fail(`${name} could not be compiled.\n${outputOf(result)}`, ADVICE);
    }
  }
  if (copied) {
    mkdirSync(dirname(copied[1]), { recursive: true });
    copyFileSync(...copied);
  }
  writeFileSync(stamp, wanted);
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function npm(args, cwd) {
  return run("npm", args, { cwd, shell: process.platform === "win32" });
}

/** Quick when nothing has changed. */
function build() {
  const first = !existsSync(ENTRY);
  if (first) say("Building…");
  // A build record without its output would make the compiler believe that there is nothing to do.
  const result = run(process.execPath, [toolPath("typescript", "bin/tsc"), "-b", ...(first ? ["--force"] : [])]);
  if (result.status !== 0) {
    fail(`The build failed.\n${outputOf(result)}`, "Correct the errors above, then run this again.");
  }
}

/** Quick when nothing has changed: the page is built anew only if one of its files is newer than it. */
function buildPage() {
  const page = join(root, "editors", "workbench", "page");
  const built = join(page, "dist", "index.html");
  const sources = [page, join(root, "editors", "workbench", "shared")].flatMap((folder) => filesBelow(folder));
  const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  say("Building the page…");
  const result = run(process.execPath, [toolPath("vite", "bin/vite.js"), "build", "--logLevel", "warn"], { cwd: page });
  if (result.status !== 0) {
    fail(`The page could not be built.\n${outputOf(result)}`, "Correct the errors above, then run this again.");
  }
}

/**
 * All files that are written by hand, tests aside.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "dist" && name !== "node_modules" && !name.endsWith(".test.ts"))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, shell?: boolean }} options
 */
function run(command, args, { cwd = root, shell = false } = {}) {
  return spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES, shell });
}

/** @param {import("node:child_process").SpawnSyncReturns<string>} result */
function outputOf(result) {
  return result.error ? result.error.message : `${result.stdout}${result.stderr}`.trim();
}

/**
 * @param {string} what
 * @param {string} advice
 * @returns {never}
 */
function fail(what, advice) {
  say(`${what}\n${advice}`);
  process.exit(1);
}
