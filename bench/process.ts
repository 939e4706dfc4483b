/** The processes of a run. Each is remembered until it has ended, so that none is left behind and no other is touched. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const running = new Set<Child>();
/** Those whose own processes end with them: each leads a group. */
const leaders = new WeakSet<Child>();
const GRACE_MS = 5000;
const MOST_COMPLAINT = 2000;

export function launch(program: string, args: readonly string[], cwd?: string): Child {
  return remembered(spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], ...(cwd !== undefined && { cwd }) }));
}

function remembered(child: Child): Child {
  running.add(child);
  child.once("close", () => running.delete(child));
  // A program that cannot be started, or has ended, is told by `ended`.
  for (const emitter of [child, child.stdin]) emitter.on("error", () => {});
  return child;
}

/** Runs a program to its end and gives back what it printed. Rejects unless it ends well. */
export async function outputOf(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const child = launch(program, args, cwd);
  const [output] = await Promise.all([text(child.stdout), ended(child)]);
  return output;
}

/** Runs a program to its end; what it prints is read and thrown away. Rejects unless it ends well. */
export async function run(program: string, args: readonly string[], cwd?: string): Promise<void> {
  const child = launch(program, args, cwd);
  child.stdout.resume();
  await ended(child);
}

/** Starts a Node program that says one line when it is ready. Rejects if it ends before. */
export async function startNode(args: readonly string[]): Promise<{ child: Child; line: string }> {
  const child = launch(process.execPath, args);
  const line = new Promise<string>((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
  const early = ended(child).then(() => Promise.reject(new Error(`${args[0]} ended before it was ready.`)));
  early.catch(() => {});
  return { child, line: await Promise.race([line, early]) };
}

/** Like `launch`, for a program that starts others: they are stopped with it. Its environment is this one alone. */
export function launchGroup(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Child {
  const child = remembered(spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], env, detached: true }));
  leaders.add(child);
  for (const output of [child.stdout, child.stderr]) output.resume();
  return child;
}

/** Asks the process to end, and ends it if it does not. Resolves when it is gone. */
export async function stop(child: Child): Promise<void> {
  if (!running.has(child)) return;
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const force = setTimeout(() => signal(child, "SIGKILL"), GRACE_MS);
  signal(child, "SIGTERM");
  await gone;
  clearTimeout(force);
}

/** A group may be gone already. */
function signal(child: Child, name: NodeJS.Signals): void {
  if (!leaders.has(child) || child.pid === undefined) return void child.kill(name);
  try {
    process.kill(-child.pid, name);
  } catch {
    child.kill(name);
  }
}

export async function stopAll(): Promise<void> {
  while (running.size > 0) await Promise.all([...running].map(stop));
}

/** Resolves when the process has ended with code 0; rejects with its last words otherwise. */
async function ended(child: Child): Promise<void> {
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (words: string) => {
    complaint = (complaint + words).slice(-MOST_COMPLAINT);
  });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${child.spawnargs.join(" ")} ended with ${signal ?? code}. ${complaint}`));
    });
  });
}
