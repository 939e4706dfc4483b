/** Reads the files by which windows are found: only those that this user alone can have written. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";

/** Neither a link nor a pipe in the file's place is followed or waited for. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const WRITABLE_BY_OTHERS = 0o022;
const READABLE_BY_OTHERS = 0o055;

/** A small file of ours, read whole. */
export interface OwnFile {
  readonly text: string;
  /** Others can read it: no place for a secret. */
  readonly shared: boolean;
  /** When it was last written, in milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/**
 * The file, or the reason why it is not to be trusted.
 * Synchronous: these files are small and many, and a thread's round trip costs more than reading one.
 */
export function readOwnFile(path: string, maxBytes: number): OwnFile | { readonly refused: string } {
  let file: number;
  try {
    file = openSync(path, flags);
  } catch (error) {
    return { refused: (error as NodeJS.ErrnoException).code === "ELOOP" ? "is a link" : "cannot be read" };
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { refused: "is no file" };
    const complaint = ownership(stat);
    if (complaint !== undefined) return { refused: complaint };
    if (stat.size > maxBytes) return { refused: `is longer than ${maxBytes} bytes` };
    const bytes = Buffer.allocUnsafe(stat.size);
    const length = readSync(file, bytes, 0, stat.size, 0);
    const shared = hasOwners() && (stat.mode & READABLE_BY_OTHERS) !== 0;
    return { text: bytes.toString("utf8", 0, length), shared, modifiedAt: stat.mtimeMs };
  } catch {
    return { refused: "cannot be read" };
  } finally {
    closeSync(file);
  }
}

/** Why a folder is not to be trusted; undefined if it is ours alone to write to; "absent" if there is none. */
export function folderComplaint(path: string): string | undefined {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return "is a link";
    if (!stat.isDirectory()) return "is no folder";
    return ownership(stat);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "absent" : "cannot be read";
  }
}

function ownership({ uid, mode }: { uid: number; mode: number }): string | undefined {
  if (!hasOwners()) return undefined;
  if (uid !== process.getuid?.()) return "belongs to another user";
  if ((mode & WRITABLE_BY_OTHERS) !== 0) return "can be written to by others";
  return undefined;
}

/** Windows has no owners and modes that Node could tell. */
function hasOwners(): boolean {
  return process.getuid !== undefined;
}
