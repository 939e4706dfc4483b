/** Byte-exact text: UTF-8 with or without BOM and any mix of line endings, to a string with `\n` and back. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { type DiskStamp, stampOf } from "./disk-stamp.js";
import { LineEndings } from "./line-endings.js";
import { openRegularFile } from "./paths.js";

/** The largest file that is opened, in bytes. */
export const MAX_TEXT_FILE_BYTES = 10 * 1024 * 1024;

export interface DecodedText {
  /** Every newline is `\n`; the BOM is not in it. */
  readonly text: string;
  readonly endings: LineEndings;
  readonly bom: boolean;
}

export interface TextFile {
  readonly decoded: DecodedText;
  /** Taken before the bytes were read: a file that changed meanwhile no longer fits it. */
  readonly stamp: DiskStamp;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
}

const reasons = {
  binary: "holds NUL bytes",
  "not-utf8": "is not UTF-8 text",
  "lone-surrogate": "holds half a surrogate pair, which UTF-8 cannot express",
} as const;

/** Bytes that are no text, or a text that has no bytes. The message continues a sentence that begins with a path. */
export class TextFailure extends Error {
  override readonly name = "TextFailure";
  readonly reason: keyof typeof reasons;

  constructor(reason: keyof typeof reasons) {
    super(reasons[reason]);
    this.reason = reason;
  }
}

/** Throws `TextFailure`. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.includes(0)) throw new TextFailure("binary");
  if (!isUtf8(bytes)) throw new TextFailure("not-utf8");
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8", bom ? 3 : 0);
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  return { text, endings: LineEndings.of(raw), bom };
}

/** Throws `TextFailure`. */
export function encodeText(text: string, endings: LineEndings, bom: boolean): Uint8Array {
  if (/\p{Surrogate}/u.test(text)) throw new TextFailure("lone-surrogate");
  return Buffer.from((bom ? "\ufeff" : "") + endings.applyTo(text), "utf8");
}

/** Throws `FILE_TOO_LARGE` without reading, `BINARY_FILE`, or `FILE_NOT_FOUND`. */
export async function readTextFile(path: WorkspacePath, maxBytes = MAX_TEXT_FILE_BYTES): Promise<TextFile> {
  const handle = await openRegularFile(path);
  try {
    const stamp = stampOf(await handle.stat({ bigint: true }));
    const bytes = stamp.size > maxBytes ? undefined : await readUpTo(handle, stamp.size, maxBytes);
    if (bytes === undefined) {
      const { size } = await handle.stat();
      throw errors.fileTooLarge(path.path, size, maxBytes, "Files over 10 MiB cannot be opened here yet.");
    }
    return { decoded: decodeFile(path, bytes), stamp, hash: createHash("sha256").update(bytes).digest("hex") };
  } finally {
    await handle.close();
  }
}

/** The version of a text that is not open: a positive integer below 2^30 made from its hash. */
export function textVersion(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) >>> 2 || 1;
}

function decodeFile(path: WorkspacePath, bytes: Uint8Array): DecodedText {
  try {
    return decodeText(bytes);
  } catch (thrown) {
    throw thrown instanceof TextFailure ? errors.binaryFile(path.path, thrown.message) : thrown;
  }
}

/** All bytes of a file that may be growing; undefined if they are more than `maxBytes`. */
async function readUpTo(handle: FileHandle, expected: number, maxBytes: number): Promise<Uint8Array | undefined> {
  let buffer = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  while (length <= maxBytes) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, maxBytes + 1));
  }
  return undefined;
}
