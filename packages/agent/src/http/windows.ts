/** Finds the running windows by their files, and the one that a folder belongs to. */
import { readdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { MAX_WINDOW_FILE_BYTES, tandemHome, WINDOWS_FOLDER, type WindowFile, windowFileSchema } from "@tandem/protocol";
import { folderHolding, realPath } from "../discovery/folder-match.js";
import { isAlive, portRefuses } from "../discovery/liveness.js";
import { readOwnFile } from "../discovery/own-file.js";
import { parseJson } from "../parse-json.js";

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
  const real = realPath(folder);
  const depth = ({ roots }: WindowFile) => folderHolding(real, roots)?.length ?? -1;
  return windows
    .filter((window) => depth(window) >= 0)
    .sort((a, b) => depth(b) - depth(a) || b.startedAt - a.startedAt);
}

async function readWindow(path: string): Promise<WindowFile | undefined> {
  const text = readPrivate(path);
  const parsed = text === undefined ? undefined : windowFileSchema.safeParse(parseJson(text));
  if (!parsed?.success) return undefined;
  const window = parsed.data;
  if (!(await portRefuses(Number(new URL(window.urls.mcp).port)))) return window;
  // A process with that id may be another one by now, or one that is still ending: then the file stays.
  if (!isAlive(window.pid) && readPrivate(path) === text) await rm(path, { force: true });
  return undefined;
}

/** The text of a file that nobody else can read; undefined for any other. */
function readPrivate(path: string): string | undefined {
  const file = readOwnFile(path, MAX_WINDOW_FILE_BYTES);
  return "refused" in file || file.shared ? undefined : file.text;
}
