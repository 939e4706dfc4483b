/** `npm start -- [folder] [options]`: prepares what is missing, then runs the `tandem` command. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { prepare, root, say } from "./prepare.mjs";

/** One Ctrl+C reaches us from the terminal and again from npm; what follows this soon is the same one. */
const SAME_SIGNAL_MS = 500;

/** @type {readonly NodeJS.Signals[]} */
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];

prepare();

const child = spawn(process.execPath, [join(root, "cli", "dist", "main.js"), ...process.argv.slice(2)], {
  cwd: folderCalledFrom(),
  stdio: "inherit",
  // Away from the terminal's process group: a Ctrl+C comes to it from here alone, and so only once.
  detached: process.platform !== "win32",
});

child.on("error", (error) => {
  say(`Could not start Tandem: ${error.message}`);
  process.exit(1);
});

child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  for (const name of forwarded) process.removeAllListeners(name);
  process.kill(process.pid, signal);
});

let lastForwarded = Number.NEGATIVE_INFINITY;
for (const name of forwarded) {
  process.on(name, () => {
    const now = performance.now();
    if (now - lastForwarded < SAME_SIGNAL_MS) return;
    lastForwarded = now;
    child.kill(name);
  });
}

/** npm runs scripts in the repository; relative folders, and the default one, are meant from where npm was called. */
function folderCalledFrom() {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  return script === "start" && folder ? folder : process.cwd();
}
