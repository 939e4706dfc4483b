import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { appendFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { LineEndings } from "./line-endings.js";
import { createPathResolver } from "./paths.js";
import { temporaryFolder } from "./testing/temporary-folder.js";
import {
  decodeText,
  type Encoding,
  encodeText,
  MAX_TEXT_FILE_BYTES,
  readTextFile,
  TextFailure,
  textVersion,
} from "./text-file.js";

describe("decodeText", () => {
  it("takes the BOM and the endings out of the text", () => {
    expect(decodeText(Buffer.from("\ufeffa\r\nb\rc\n"))).toMatchObject({ text: "a\nb\nc\n", bom: true });
    expect(decodeText(Buffer.from("a"))).toMatchObject({ text: "a", bom: false });
    expect(decodeText(Buffer.alloc(0))).toMatchObject({ text: "", bom: false });
  });

  it("reads a part of a larger buffer", () => {
    expect(decodeText(Buffer.from("xxhéyy").subarray(2, 5)).text).toBe("hé");
  });

  it.each([
    ["UTF-16 LE", [0xff, 0xfe, 0x61, 0, 0xe9, 0], "aé", "utf16le"],
    ["UTF-16 BE", [0xfe, 0xff, 0, 0x61, 0, 0xe9], "aé", "utf16be"],
    ["UTF-16 without a character", [0xff, 0xfe], "", "utf16le"],
    ["UTF-16 with two marks", [0xfe, 0xff, 0xfe, 0xff], "\ufeff", "utf16be"],
    ["Latin-1", [0x63, 0x61, 0x66, 0xe9], "café", "latin1"],
    ["Latin-1 with C1 controls and colours", [0x1b, 0x5b, 0x6d, 0x85, 0xa0], "\x1b[m\x85\xa0", "latin1"],
    ["a UTF-8 sequence that is cut off", [0xc3], "Ã", "latin1"],
    ["an encoded surrogate", [0xed, 0xa0, 0x80], "í\xa0\x80", "latin1"],
    ["an overlong sequence", [0xc0, 0xaf], "À¯", "latin1"],
  ] as const)("reads %s", (_, bytes, text, encoding) => {
    expect(decodeText(Uint8Array.from(bytes))).toMatchObject({ text, encoding, bom: encoding !== "latin1" });
  });

  it.each([
    ["NUL bytes", [0x61, 0, 0x62]],
    ["UTF-16 without a mark", [0x61, 0, 0x62, 0]],
    ["half a unit of UTF-16", [0xff, 0xfe, 0x61]],
    ["half a unit of UTF-16 BE", [0xfe, 0xff, 0, 0x61, 0]],
    ["half a surrogate pair", [0xff, 0xfe, 0x00, 0xd8, 0x61, 0]],
    ["a surrogate pair the wrong way round", [0xfe, 0xff, 0xdc, 0, 0xd8, 0]],
    ["NUL in UTF-16", [0xff, 0xfe, 0x61, 0, 0, 0]],
    ["UTF-32", [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]],
    ["control characters beside what is not UTF-8", [0xe9, 0x01, 0x61, 0x62]],
  ] as const)("refuses %s", (_, bytes) => {
    expect(() => decodeText(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ reason: "binary" }));
  });

  it("bears a few control characters in Latin-1, and any in UTF-8", () => {
    const line = Buffer.from(`${"é".repeat(99)}\b`, "latin1");
    expect(decodeText(line).encoding).toBe("latin1");
    expect(decodeText(Buffer.from([1, 2, 3])).encoding).toBe("utf8");
  });

  it("refuses compressed bytes even if none is NUL", () => {
    const bytes = deflateRawSync(randomBytes(3000)).map((byte) => byte || 1);
    expect(() => decodeText(Uint8Array.of(0x80, ...bytes))).toThrow("too many control characters");
  });
});

describe("encodeText", () => {
  const lf = LineEndings.uniform("\n");

  it.each([
    ["\ud800", "utf8"],
    ["a\udc00b", "utf8"],
    ["\udc00\ud800", "utf16le"],
    ["\ud800", "utf16be"],
    ["\ud800", "latin1"],
    ["5 €", "latin1"],
    ["ā", "latin1"],
    ["😀", "latin1"],
  ] as const)("refuses %j in %s", (text, encoding) => {
    expect(() => encodeText(text, lf, false, encoding)).toThrow(expect.objectContaining({ reason: "not-encodable" }));
  });

  it("names the character and the encoding", () => {
    expect(() => encodeText("5 €", lf, false, "latin1")).toThrow("holds U+20AC, which Latin-1 cannot express");
    expect(() => encodeText("😀", lf, false, "latin1")).toThrow("holds U+1F600,");
    expect(() => encodeText("a", lf, true, "latin1")).toThrow("holds U+FEFF,");
  });

  it("gives UTF-16 the mark by which it is known", () => {
    expect([...encodeText("a", lf, false, "utf16be")]).toEqual([0xfe, 0xff, 0, 0x61]);
    expect([...encodeText("a", lf, true, "utf16le")]).toEqual([0xff, 0xfe, 0x61, 0]);
  });

  const endings = ["\n", "\r\n", "\r", "\r\r\n", "\n\r"];
  const wide = ["\ufeff", "\ufffe", "\u2028", "\u0a0d", "\u0d0a", "👩‍💻", "\u{10ffff}", "é", "\t"];
  const anyCharacters = fc.string({ unit: "binary", maxLength: 3 }).map((some) => some.replaceAll("\0", ""));
  const piece = fc.oneof(fc.constantFrom(...endings, ...wide, "a", "\x01", "\x7f", "\u0085", "ÿþ"), anyCharacters);
  const anyText = fc.array(piece, { maxLength: 12 });
  const latinText = fc.array(fc.constantFrom(...endings, "é", "ÿ", "þ", "\x80", "\x9f", "Ã©", "abc", " "), {
    maxLength: 12,
  });

  /** Reading and writing again gives the same bytes; text holds no `\r`. */
  function comesBack(bytes: Buffer, expected?: Encoding): boolean {
    const { text, endings: lineEndings, bom, encoding } = decodeText(bytes);
    const stored = LineEndings.fromJSON(lineEndings.toJSON());
    if (text.includes("\r") || (expected !== undefined && encoding !== expected)) return false;
    return bytes.equals(encodeText(text, stored, bom, encoding));
  }

  it("gives back the bytes of any UTF-8 text", () => {
    const bytesOf = (bom: boolean, pieces: string[]) => Buffer.from((bom ? "\ufeff" : "") + pieces.join(""));
    fc.assert(
      fc.property(fc.boolean(), anyText, (bom, pieces) => comesBack(bytesOf(bom, pieces), "utf8")),
      { numRuns: 25_000 },
    );
  });

  it.each(["utf16le", "utf16be"] as const)("gives back the bytes of any %s text", (encoding) => {
    const bytesOf = (pieces: string[]) => {
      const bytes = Buffer.from(`\ufeff${pieces.join("")}`, "utf16le");
      return encoding === "utf16be" ? bytes.swap16() : bytes;
    };
    fc.assert(
      fc.property(anyText, (pieces) => comesBack(bytesOf(pieces), encoding)),
      { numRuns: 20_000 },
    );
  });

  it("gives back the bytes of any Latin-1 text", () => {
    const bytesOf = (pieces: string[]) => Buffer.from(`.${pieces.join("")}\xe9`, "latin1");
    fc.assert(
      fc.property(latinText, (pieces) => comesBack(bytesOf(pieces), "latin1")),
      { numRuns: 20_000 },
    );
  });

  it("gives back any bytes that are taken for text", () => {
    const mark = fc.constantFrom([], [], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]);
    const byte = fc.oneof(fc.constantFrom(0x0d, 0x0a, 0x61), fc.integer({ min: 0xd7, max: 0xe0 }), fc.nat(255));
    fc.assert(
      fc.property(mark, fc.array(byte, { maxLength: 8 }), (first, rest) => {
        try {
          return comesBack(Buffer.from([...first, ...rest]));
        } catch (thrown) {
          return thrown instanceof TextFailure && thrown.reason === "binary";
        }
      }),
      { numRuns: 15_000 },
    );
  });
});

describe("textVersion", () => {
  it("is a positive integer below 2^30 that follows the text", () => {
    expect(textVersion("0".repeat(64))).toBe(1);
    expect(textVersion("f".repeat(64))).toBe(2 ** 30 - 1);
    expect(textVersion("00000010".padEnd(64, "0"))).toBe(4);
  });
});

describe("readTextFile", () => {
  async function file(content: string | Uint8Array) {
    const root = await temporaryFolder(onTestFinished);
    const path = join(root, "f.txt");
    await writeFile(path, content);
    return (await createPathResolver([root])).file(path);
  }

  it("gives text, stamp and hash", async () => {
    const path = await file("a\r\nb");
    const { decoded, stamp, hash } = await readTextFile(path);
    const { ino, mtimeNs, mode } = await stat(path.path, { bigint: true });
    expect(decoded).toMatchObject({ text: "a\nb", bom: false });
    expect(stamp).toMatchObject({ ino, mtimeNs, size: 4, mode: Number(mode) });
    expect(hash).toBe(createHash("sha256").update("a\r\nb").digest("hex"));
  });

  it("reads an empty file and one of exactly the limit", async () => {
    expect((await readTextFile(await file(""))).decoded.text).toBe("");
    expect((await readTextFile(await file("x".repeat(100)), 100)).decoded.text).toHaveLength(100);
  });

  it("reads files that do not tell their size", async () => {
    const proc = await createPathResolver(["/proc/sys/kernel"]);
    expect((await readTextFile(await proc.file("/proc/sys/kernel/ostype"))).decoded.text).toBe("Linux\n");
  });

  it("refuses a large file by its size alone", async () => {
    const path = await file("");
    await truncate(path.path, 200 * 1024 * 1024);
    await expect(readTextFile(path)).rejects.toMatchObject({
      code: "FILE_TOO_LARGE",
      hint: expect.stringContaining("10 MiB"),
    });
    await truncate(path.path, MAX_TEXT_FILE_BYTES + 1);
    await expect(readTextFile(path)).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
  });

  it("reads Latin-1 and refuses what is not text", async () => {
    const latin1 = await readTextFile(await file(Uint8Array.of(0x61, 0xff)));
    expect(latin1.decoded).toMatchObject({ text: "aÿ", encoding: "latin1", bom: false });
    await expect(readTextFile(await file(Uint8Array.of(0)))).rejects.toMatchObject({ code: "BINARY_FILE" });
  });

  it("does not hang on a pipe in the file's place", async () => {
    const path = await file("");
    await rm(path.path);
    execFileSync("mkfifo", [path.path]);
    await expect(readTextFile(path)).rejects.toThrow("is not a regular file");
  });

  it("has a stamp that a later change no longer fits", async () => {
    const path = await file("a");
    const { stamp } = await readTextFile(path);
    await appendFile(path.path, "b");
    expect((await readTextFile(path)).stamp).not.toEqual(stamp);
  });
});
