/** Characters to bytes and back: the encodings a text file can have, each byte for byte. */
import { isUtf8 } from "node:buffer";

export const encodings = ["utf8", "utf16le", "utf16be", "latin1"] as const;
export type Encoding = (typeof encodings)[number];

/** Latin-1 can be made of any bytes; with a larger share of control characters they are taken for no text. */
const MAX_CONTROL_SHARE = 0.03;

const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

const names = { utf8: "UTF-8", utf16le: "UTF-16", utf16be: "UTF-16", latin1: "Latin-1" } as const;

/** Bytes that are no text, or a text that has no bytes. The message continues a sentence that begins with a path. */
export class TextFailure extends Error {
  override readonly name = "TextFailure";
  readonly reason: "binary" | "not-encodable";

  constructor(reason: TextFailure["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** All characters but the byte order mark. UTF-16 is known by its mark alone. Throws `TextFailure`. */
export function decodeBytes(bytes: Uint8Array): { raw: string; encoding: Encoding; bom: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(buffer, 0xff, 0xfe)) return { raw: decodeUtf16(buffer), encoding: "utf16le", bom: true };
  if (startsWith(buffer, 0xfe, 0xff)) return { raw: decodeUtf16(swapped(buffer)), encoding: "utf16be", bom: true };
  if (buffer.includes(0)) throw new TextFailure("binary", "holds NUL bytes");
  if (isUtf8(buffer)) {
    const bom = startsWith(buffer, 0xef, 0xbb, 0xbf);
    return { raw: buffer.toString("utf8", bom ? 3 : 0), encoding: "utf8", bom };
  }
  if (countControls(buffer) > MAX_CONTROL_SHARE * buffer.length) {
    throw new TextFailure("binary", "is not UTF-8 and holds too many control characters for Latin-1");
  }
  return { raw: buffer.toString("latin1"), encoding: "latin1", bom: false };
}

/** Throws `TextFailure` rather than write another character. UTF-16 has a byte order mark in any case. */
export function encodeCharacters(raw: string, encoding: Encoding, bom: boolean): Uint8Array {
  const characters = bom || encoding === "utf16le" || encoding === "utf16be" ? `\ufeff${raw}` : raw;
  const [lost] = (encoding === "latin1" ? /[\u0100-\u{10ffff}]/u : /\p{Surrogate}/u).exec(characters) ?? [];
  if (lost !== undefined) {
    const code = lost.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    throw new TextFailure("not-encodable", `holds U+${code}, which ${names[encoding]} cannot express`);
  }
  return encoding === "utf16be" ? swapped(Buffer.from(characters, "utf16le")) : Buffer.from(characters, encoding);
}

function decodeUtf16(buffer: Buffer): string {
  const raw = buffer.toString("utf16le", 2);
  if (buffer.length % 2 === 1 || /\p{Surrogate}/u.test(raw)) {
    throw new TextFailure("binary", "begins as UTF-16 does but is not UTF-16");
  }
  if (raw.includes("\0")) throw new TextFailure("binary", "holds NUL characters");
  return raw;
}

/** A copy with the two bytes of each unit exchanged; an odd last byte stays where it is. */
function swapped(buffer: Buffer): Buffer {
  const copy = Buffer.from(buffer);
  copy.subarray(0, copy.length & ~1).swap16();
  return copy;
}

/** Tab, line feed, form feed, carriage return and escape are not counted: they are at home in text. */
function countControls(buffer: Buffer): number {
  let count = 0;
  for (const byte of buffer) if (byte === 0x7f || (byte < 0x20 && !textControls.has(byte))) count++;
  return count;
}

function startsWith(buffer: Buffer, ...mark: number[]): boolean {
  return mark.every((byte, index) => buffer[index] === byte);
}
