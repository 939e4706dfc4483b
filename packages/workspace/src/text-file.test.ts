import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { LineEndings } from "./line-endings.js";
import { createPathResolver } from "./paths.js";
import { temporaryFolder } from "./testing/temporary-folder.js";
import { decodeText, encodeText, MAX_TEXT_FILE_BYTES, readTextFile, TextFailure, textVersion } from "./text-file.js";

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
    ["binary", [0x61, 0, 0x62]],
    ["not-utf8", [0xff]],
    ["not-utf8", [0xc3]],
    ["not-utf8", [0xed, 0xa0, 0x80]],
    ["not-utf8", [0xc0, 0xaf]],
    ["binary", [0xff, 0xfe, 0x61, 0]],
  ] as const)("refuses what is %s", (reason, bytes) => {
    expect(() => decodeText(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ reason }));
  });
});

describe("encodeText", () => {
  it.each(["\ud800", "a\udc00b", "\udc00\ud800"])("refuses half a surrogate pair in %j", (text) => {
    expect(() => encodeText(text, LineEndings.uniform("\n"), false)).toThrow(TextFailure);
  });

  it("gives back the bytes of any UTF-8 text", () => {
    const piece = fc.oneof(
      fc.constantFrom("\n", "\r\n", "\r", "\r\r\n", "\n\r", "\ufeff", "\u2028", "\u0085", "👩‍💻", "é", "\t"),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.boolean(), fc.array(piece, { maxLength: 40 }), (bom, pieces) => {
        const bytes = Buffer.from((bom ? "\ufeff" : "") + pieces.join("").replaceAll("\0", ""));
        const { text, endings, bom: found } = decodeText(bytes);
        expect(text).not.toContain("\r");
        expect(Buffer.from(encodeText(text, endings, found)).equals(bytes)).toBe(true);
      }),
      { numRuns: 5000 },
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

  it("refuses what is not UTF-8 text", async () => {
    await expect(readTextFile(await file(Uint8Array.of(0x61, 0xff)))).rejects.toThrow("is not UTF-8 text");
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
