/** Byte-exact text: any encoding that can be read and any mix of line endings, to a string with `\n` and back. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { type DiskStamp, stampOf } from "./disk-stamp.js";
import { decodeBytes, type Encoding, encodeCharacters, TextFailure } from "./encoding.js";
import { LineEndings } from "./line-endings.js";
import { openRegularFile } from "./paths.js";

export { type Encoding, TextFailure };

/** The largest file that is opened, in bytes. */
export const MAX_TEXT_FILE_BYTES = 10 * 1024 * 1024;

export interface DecodedText {
  /** Every newline is `\n`; the BOM is not in it. */
  readonly text: string;
  readonly endings: LineEndings;
  /** Always true in UTF-16, never in Latin-1. */
  readonly bom: boolean;
  readonly encoding: Encoding;
}

export interface TextFile {
  readonly decoded: DecodedText;
  /** Taken before the bytes were read: a file that changed meanwhile no longer fits it. */
  readonly stamp: DiskStamp;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
}

/** Throws `TextFailure`. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const { raw, encoding, bom } = decodeBytes(bytes);
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  return { text, endings: LineEndings.of(raw), bom, encoding };
}

/** Undoes `decodeText`. Throws `TextFailure` if the encoding cannot hold the text. */
export function encodeText(text: string, endings: LineEndings, bom: boolean, encoding: Encoding = "utf8"): Uint8Array {
  return encodeCharacters(endings.applyTo(text), encoding, bom);
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
