/** A durable log: what has been appended, and waited for, is there after any crash, in order. */
import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { errors } from "@tandem/protocol";
import { makePrivateFolder, SYNCED_WRITES, setAside, UNFINISHED } from "./durable-file.js";
import { JournalFile } from "./journal-file.js";
import { journalLine, readJournalBytes } from "./journal-format.js";
import { takeLock } from "./journal-lock.js";

export { JournalBusy } from "./journal-lock.js";

/** A part of the file that could not be read, and was moved away. */
export interface JournalDamage {
  /** Where it is now: everything from the first damaged line on. */
  readonly file: string;
  /** Its length. */
  readonly bytes: number;
}

export interface Journal<T> {
  /** What was in it when it was opened. */
  readonly records: readonly T[];
  /** Undefined if all of it could be read, save perhaps a last line that was never wholly written. */
  readonly damage: JournalDamage | undefined;
  /**
   * Resolves when the record is on disk. Many at once share one write and one sync, and succeed or fail together.
   * Rejects with `WRITE_FAILED`; the journal stays usable.
   */
  append(record: T): Promise<void>;
  /**
   * Puts `records` in the place of all that has been acknowledged. An append that has not been, by the time of this
   * call, follows them in any case, even if `records` tell of it already. Rejects with `WRITE_FAILED`; nothing that
   * was acknowledged is lost then.
   */
  compact(records: readonly T[]): Promise<void>;
  /** Waits for what has been asked for, then lets others open the journal. */
  close(): Promise<void>;
}

/**
 * Opens `<folder>/<name>`, or makes it. Beside it are a lock, and what was damaged.
 * Throws `JournalBusy` if it is open already, and the system's errors.
 */
export async function openJournal<T>(folder: string, name: string): Promise<Journal<T>> {
  const makeFoldersLast = await makePrivateFolder(folder);
  const path = join(folder, name);
  const unlock = await takeLock(`${path}.lock`);
  let handle: FileHandle | undefined;
  try {
    await rm(path + UNFINISHED, { force: true });
    handle = await open(path, constants.O_RDWR | constants.O_CREAT | SYNCED_WRITES, 0o600);
    await handle.chmod(0o600);
    const bytes = await handle.readFile();
    const { records, soundBytes, damaged } = readJournalBytes(bytes);
    const rest = bytes.subarray(soundBytes);
    const damage = damaged ? { file: await setAside(path, rest), bytes: rest.length } : undefined;
    const file = new JournalFile(path, handle, soundBytes, makeFoldersLast);
    return new QueuedJournal(records as readonly T[], damage, file, unlock);
  } catch (thrown) {
    await handle?.close();
    await unlock();
    throw thrown;
  }
}

/** Whether nobody has it open. */
export async function isJournalFree(folder: string, name: string): Promise<boolean> {
  return takeLock(join(folder, `${name}.lock`)).then(
    (unlock) => unlock().then(() => true),
    () => false,
  );
}

interface Asked {
  readonly resolve: () => void;
  readonly reject: (failure: Error) => void;
}

interface Append extends Asked {
  readonly line: string;
}

interface Compaction extends Asked {
  readonly lines: string[];
}

/** Puts calls in order and together. */
class QueuedJournal<T> implements Journal<T> {
  readonly records: readonly T[];
  readonly damage: JournalDamage | undefined;
  readonly #file: JournalFile;
  readonly #unlock: () => Promise<void>;
  readonly #appends: Append[] = [];
  readonly #compactions: Compaction[] = [];
  /** What was left is mended while nobody waits for it. */
  #working: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    records: readonly T[],
    damage: JournalDamage | undefined,
    file: JournalFile,
    unlock: () => Promise<void>,
  ) {
    this.records = records;
    this.damage = damage;
    this.#file = file;
    this.#unlock = unlock;
    this.#working = this.#work();
  }

  append(record: T): Promise<void> {
    return this.#ask((asked) => this.#appends.push({ ...asked, line: journalLine(record) }));
  }

  compact(records: readonly T[]): Promise<void> {
    return this.#ask((asked) => this.#compactions.push({ ...asked, lines: records.map(journalLine) }));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #ask(enqueue: (asked: Asked) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closing) throw errors.writeFailed(this.#file.path, new Error("the journal is closed"));
      enqueue({ resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    // What fails here is told to whoever writes next. Appends that are called in a row are written together.
    await this.#file.mend().catch(() => undefined);
    for (;;) {
      const compaction = this.#compactions.shift();
      if (compaction) await this.#compact(compaction);
      else if (this.#appends.length > 0) await this.#write(this.#appends.splice(0));
      else break;
    }
    this.#working = undefined;
  }

  async #write(group: readonly Append[]): Promise<void> {
    try {
      await this.#file.extend(group.map(({ line }) => line).join(""));
    } catch (thrown) {
      for (const { reject } of group) reject(errors.writeFailed(this.#file.path, thrown));
      return;
    }
    for (const { line, resolve } of group) {
      for (const { lines } of this.#compactions) lines.push(line);
      resolve();
      // One caller a turn: who compacts on being answered has not seen the answers to the others.
      await setImmediate();
    }
  }

  async #compact({ lines, resolve, reject }: Compaction): Promise<void> {
    try {
      await this.#file.replace(lines.join(""));
      resolve();
    } catch (thrown) {
      reject(errors.writeFailed(this.#file.path, thrown));
    }
  }

  async #close(): Promise<void> {
    await this.#working;
    await this.#file.close();
    await this.#unlock();
  }
}
