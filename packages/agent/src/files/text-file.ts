/** Text files of the disk, for agents that read and write themselves: no character is lost or changed on the way. */
import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errors } from "@tandem/protocol";

type Encoding = "utf8" | "utf16le" | "latin1";

/** A file's text, and what is needed to write another in its place. */
export interface TextFile {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
}

const plainUtf8 = { encoding: "utf8", byteOrderMark: false } as const;

/** Undefined if there is no file. Throws `BINARY_FILE` for what is no text: nothing is ever read as another character. */
export async function readTextFile(path: string): Promise<TextFile | undefined> {
  let bytes: Buffer;
  try {
    if (!(await stat(path)).isFile()) throw errors.notARegularFile(path);
    bytes = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0) {
    return { text: bytes.toString("utf16le", 2), encoding: "utf16le", byteOrderMark: true };
  }
  if (bytes.includes(0)) throw errors.binaryFile(path, "holds NUL bytes");
  if (!isUtf8(bytes)) return { text: bytes.toString("latin1"), encoding: "latin1", byteOrderMark: false };
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { text: bytes.toString("utf8", byteOrderMark ? 3 : 0), encoding: "utf8", byteOrderMark };
}

/**
 * Replaces the file in one step, or makes it; its encoding and mode stay. Given `base`, only if the file still holds it:
 * null stands for no file. Throws `STALE`, or `WRITE_FAILED`, and then the old file is untouched.
 */
export async function writeTextFile(path: string, text: string, base?: string | null): Promise<void> {
  const old = await readTextFile(path);
  if (base !== undefined && (old?.text ?? null) !== base) {
    throw errors.stale(`${path} was changed since it was proposed to change it. Nothing was written.`);
  }
  const { encoding, byteOrderMark } = old ?? plainUtf8;
  const characters = byteOrderMark ? `\ufeff${text}` : text;
  const bytes = Buffer.from(characters, encoding);
  if (bytes.toString(encoding) !== characters) {
    throw errors.writeFailed(path, new Error(`the text has characters that ${encoding} does not have`));
  }
  try {
    await replace(path, bytes, old !== undefined);
  } catch (error) {
    throw errors.writeFailed(path, error);
  }
}

async function replace(path: string, bytes: Buffer, exists: boolean): Promise<void> {
  // A link stays a link; what it leads to is written.
  const target = exists ? await realpath(path) : path;
  await mkdir(dirname(target), { recursive: true });
  const old = exists ? await stat(target) : undefined;
  // A file with several names keeps them all.
  if (old && old.nlink > 1) return writeFile(target, bytes);
  const temporary = join(dirname(target), `.tandem-${randomBytes(8).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx", old ? 0o600 : 0o666);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (old) await chmod(temporary, old.mode & 0o7777);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Whether a file holds a text, however its lines end. */
export async function fileHolds(path: string, text: string): Promise<boolean> {
  const file = await readTextFile(path).catch(() => undefined);
  return file !== undefined && withLineFeeds(file.text) === withLineFeeds(text);
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
