/** Finds the running windows by their files, and the one that a folder belongs to. */
import { lstat, readdir, readFile, realpath, rm } from "node:fs/promises";
import { connect } from "node:net";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { MAX_WINDOW_FILE_BYTES, tandemHome, WINDOWS_FOLDER, type WindowFile, windowFileSchema } from "@tandem/protocol";

type Environment = Readonly<Record<string, string | undefined>>;

/** Every window that runs, the newest first. Files of windows that are gone for certain are removed. */
export async function findWindows(environment: Environment = process.env): Promise<WindowFile[]> {
  const folder = join(tandemHome(environment, homedir()), WINDOWS_FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
  const found = await Promise.all(names.map((name) => readWindow(join(folder, name))));
  const windows = found.filter((window) => window !== undefined).sort((a, b) => b.startedAt - a.startedAt);
  // A window that came back after a crash has the address of the one before it.
  return windows.filter(({ urls }, i) => windows.findIndex((other) => other.urls.mcp === urls.mcp) === i);
}

/** The windows whose folders hold `folder`, the closest first, the newest first among equals. */
export async function windowsFor(folder: string, windows: readonly WindowFile[]): Promise<WindowFile[]> {
  const real = await realpath(folder).catch(() => folder);
  const depth = ({ roots }: WindowFile) =>
    Math.max(
      -1,
      ...roots.filter((root) => real === root || real.startsWith(withSeparator(root))).map((root) => root.length),
    );
  return windows
    .filter((window) => depth(window) >= 0)
    .sort((a, b) => depth(b) - depth(a) || b.startedAt - a.startedAt);
}

async function readWindow(path: string): Promise<WindowFile | undefined> {
  const text = await readOwn(path);
  const parsed = text === undefined ? undefined : windowFileSchema.safeParse(parseJson(text));
  if (!parsed?.success) return undefined;
  const window = parsed.data;
  if (!(await refuses(window))) return window;
  // A process with that id may be another one by now, or one that is still ending: then the file stays.
  if (!isAlive(window.pid) && (await readOwn(path)) === text) await rm(path, { force: true });
  return undefined;
}

/** The text of a file that is ours alone; undefined for any other. */
async function readOwn(path: string): Promise<string | undefined> {
  try {
    const found = await lstat(path);
    const uid = process.getuid?.();
    const ours = uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0);
    if (!found.isFile() || !ours || found.size > MAX_WINDOW_FILE_BYTES) return undefined;
    return await readFile(path, "utf8");
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const CONNECT_MS = 500;

async function refuses({ urls }: WindowFile): Promise<boolean> {
  const { port } = new URL(urls.mcp);
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: Number(port), timeout: CONNECT_MS });
    const settle = (refused: boolean) => {
      socket.destroy();
      resolve(refused);
    };
    socket.once("connect", () => settle(false));
    socket.once("timeout", () => settle(false));
    socket.once("error", (error: NodeJS.ErrnoException) => settle(error.code === "ECONNREFUSED"));
  });
}

function withSeparator(root: string): string {
  return root.endsWith(sep) ? root : root + sep;
}
