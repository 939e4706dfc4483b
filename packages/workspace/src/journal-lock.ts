/**
 * One holder at a time, by a file that names the process that holds it. A dead process's file is taken over.
 *
 * Only one may remove a dead holder's file, or a second would remove what the first has put in its place. That right is
 * a lock of the same kind, named after the holder, so that a process that dies with it is taken over in turn.
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { errnoOf } from "./errno.js";

/** Somebody who is alive holds the journal: another process, or an earlier opening in this one. */
export class JournalBusy extends Error {
  override readonly name = "JournalBusy";
  readonly pid: number;

  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}.`);
    this.pid = pid;
  }
}

interface Holder {
  readonly pid: number;
  /** When the process started, in the words of `startOf`; null where the system does not tell. */
  readonly started: string | null;
  /** Of this one taking of the lock. */
  readonly id: string;
}

/** Returns what gives the lock back. Throws `JournalBusy`. */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const own: Holder = { pid: process.pid, started: await startOf(process.pid), id: randomUUID() };
  for (;;) {
    if (await putInPlace(path, own)) return () => rm(path, { force: true });
    const holder = await readHolder(path);
    if (holder === undefined) continue;
    if (await isAlive(holder)) throw new JournalBusy(path, holder.pid);
    await removeDead(path, holder);
  }
}

/** False if there is a file already. The file is whole from the moment it is there. */
async function putInPlace(path: string, holder: Holder): Promise<boolean> {
  const whole = `${path}.${holder.id}`;
  await writeFile(whole, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(whole, path);
    return true;
  } catch (thrown) {
    if (errnoOf(thrown) === "EEXIST") return false;
    throw thrown;
  } finally {
    await rm(whole, { force: true });
  }
}

async function removeDead(path: string, holder: Holder): Promise<void> {
  const giveBack = await takeLock(`${path}.over-${holder.id}`);
  try {
    if ((await readHolder(path))?.id === holder.id) await rm(path);
  } finally {
    await giveBack();
  }
}

/** Undefined if nobody holds the lock. What a power cut has left of a file is a dead process's. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const { pid, started, id } = JSON.parse(await readFile(path, "utf8")) as Holder;
    if (Number.isSafeInteger(pid) && /^[\w-]+$/.test(id)) return { pid, started, id };
  } catch (thrown) {
    if (errnoOf(thrown) === "ENOENT") return undefined;
    if (errnoOf(thrown) !== undefined) throw thrown;
  }
  return { pid: 0, started: null, id: "damaged" };
}

async function isAlive({ pid, started }: Holder): Promise<boolean> {
  if (pid <= 0) return false;
  if (started !== null) return (await startOf(pid)) === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return errnoOf(thrown) === "EPERM";
  }
}

/** Tells a process from a later one with the same number, even after a restart of the machine; null if it is not there. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const files = ["/proc/sys/kernel/random/boot_id", `/proc/${pid}/stat`];
    const [boot = "", stat = ""] = await Promise.all(files.map((file) => readFile(file, "utf8")));
    // The name in brackets may hold anything; the state is the first field after it, the start the twentieth.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : `${boot.trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}
