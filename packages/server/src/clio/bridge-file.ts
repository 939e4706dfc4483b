/**
 * `bridge.json`, by which Clio finds a window. There is one for all windows, and it names the one that had the focus
 * last; each window also keeps `<port>.json` beside it, so that one that closes can hand it on to another. What somebody
 * deletes is written again.
 */
import { lstat, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { clio, MAX_LOCK_FILE_BYTES, portOf } from "@tandem/protocol";
import { isAlive, isAnswering } from "../liveness.js";
import { besides, linkIfAbsent, privateFolder, writePrivateFile } from "../private-file.js";

export type ClioWindow = Omit<clio.BridgeFile, "timestamp">;

export interface WrittenBridgeFile {
  /** The window has the focus: Clio is to find it first. */
  focused(): Promise<void>;
  /** Removes what names this window; another one that is there takes its place. To be called before it stops listening. */
  remove(): Promise<void>;
}

/** How often it is looked whether they are still there, in milliseconds. */
const LOOK_MS = 2_000;

/** To be called once the window listens. Throws if the folder is not safe or cannot be written. */
export async function writeBridgeFile(window: ClioWindow, homeFolder = homedir()): Promise<WrittenBridgeFile> {
  const shared = clio.bridgeFilePath(homeFolder);
  const own = join(dirname(shared), `${window.port}.json`);
  await privateFolder(dirname(shared));
  let text = "";
  const write = async () => {
    text = textOf({ ...window, timestamp: Date.now() });
    await writePrivateFile(own, text);
    await writePrivateFile(shared, text);
  };
  const restore = async () => {
    await privateFolder(dirname(shared));
    if (await isMissing(own)) await writePrivateFile(own, text, { onlyIfAbsent: true });
    const newest = (await isMissing(shared)) ? await newestIn(dirname(shared)) : undefined;
    if (newest) await writePrivateFile(shared, textOf(newest), { onlyIfAbsent: true });
  };
  await write();
  // One after the other, so that none is written when all are removed.
  let last = Promise.resolve();
  const next = (step: () => Promise<void>) => {
    const done = last.then(step);
    last = done.catch(() => {});
    return done;
  };
  // What cannot be restored now may be the next time.
  const looking = setInterval(() => void next(restore).catch(() => {}), LOOK_MS).unref();
  return {
    focused: () => next(write),
    remove: () =>
      next(async () => {
        clearInterval(looking);
        await rm(own, { force: true });
        await handOn(shared, window);
      }),
  };
}

/** Nothing is done if the file names another window, also one that writes it in this very moment. */
async function handOn(shared: string, { port, pid }: ClioWindow): Promise<void> {
  const isOwn = (file: clio.BridgeFile | undefined) => file?.port === port && file.pid === pid;
  if (!isOwn(await readBridgeFile(shared))) return;
  const heir = await newestIn(dirname(shared));
  const taken = besides(shared);
  try {
    await rename(shared, taken);
  } catch {
    return; // Somebody else has taken it away.
  }
  if (!isOwn(await readBridgeFile(taken))) return linkIfAbsent(taken, shared);
  await rm(taken, { force: true });
  if (heir) await writePrivateFile(shared, textOf(heir), { onlyIfAbsent: true });
}

/** The window that had the focus last among those that live; what dead ones have left is removed. */
async function newestIn(folder: string): Promise<clio.BridgeFile | undefined> {
  const names = (await readdir(folder)).filter((name) => portOf(/^(\d+)\.json$/.exec(name)?.[1]) !== undefined);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const file = await readBridgeFile(path);
      if (!file || `${file.port}.json` !== name) return undefined;
      const [alive, answers] = [isAlive(file.pid), await isAnswering(file.port)];
      const isUnchanged = async () => (await readBridgeFile(path))?.timestamp === file.timestamp;
      if (!alive && answers === "no" && (await isUnchanged())) await rm(path, { force: true });
      return alive && answers === "yes" ? file : undefined;
    }),
  );
  return found.filter((file) => file !== undefined).sort((a, b) => b.timestamp - a.timestamp)[0];
}

function textOf(file: clio.BridgeFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
}

/** Undefined if it is not there, not of this user alone, or not what it should be. */
async function readBridgeFile(path: string): Promise<clio.BridgeFile | undefined> {
  try {
    const { size, uid, mode } = await lstat(path);
    const foreign = process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o077) !== 0);
    if (foreign || size > MAX_LOCK_FILE_BYTES) return undefined;
    return clio.bridgeFileSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return undefined;
  }
}
