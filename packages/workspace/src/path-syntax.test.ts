import { describe, expect, it } from "vitest";
import { absolutePath, MAX_PATH_BYTES, relativePath } from "./path-syntax.js";

const invalid = expect.objectContaining({ code: "INVALID_INPUT" });

describe("absolutePath", () => {
  it.each([
    ["/ws/a.txt", "/ws/a.txt"],
    ["/ws/a b#c?.txt", "/ws/a b#c?.txt"],
    ["file:///ws/a.txt", "/ws/a.txt"],
    ["FILE:///ws/a.txt", "/ws/a.txt"],
    ["file:///ws/a%20b%23c.txt", "/ws/a b#c.txt"],
    ["file:///ws/%C3%A9.txt", "/ws/é.txt"],
    [`/${"a".repeat(MAX_PATH_BYTES - 1)}`, `/${"a".repeat(MAX_PATH_BYTES - 1)}`],
  ])("takes %j", (written, path) => {
    expect(absolutePath(written, "linux")).toBe(path);
  });

  it.each([
    "",
    "a.txt",
    "./a.txt",
    "../a.txt",
    "~/a.txt",
    "C:\\a.txt",
    "file:a.txt",
    "file:/ws/a.txt",
    "file://ws/a.txt",
    "file://localhost/ws/a.txt",
    "file://evil.test/ws/a.txt",
    "file:///ws/a%00.txt",
    "file:///ws/a%0A.txt",
    "file:///ws/a%2Fb.txt",
    "file:///ws/%ZZ",
    "file:///ws/%FF",
    "http:///ws/a.txt",
    "/ws/a\0.txt",
    "/ws/a\n.txt",
    "/ws/\u001b[2J",
    "/ws/\u007f",
    "/ws/\u0085",
    "/ws/\ud800",
    "/ws/\udc00.txt",
    `/${"a".repeat(MAX_PATH_BYTES)}`,
    `/${"é".repeat(MAX_PATH_BYTES / 2)}`,
  ])("refuses %j", (written) => {
    expect(() => absolutePath(written, "linux")).toThrow(invalid);
  });

  it.each(["C:\\ws\\a.txt", "c:/ws/a.txt", "C:\\ws\\console.txt", "file:///C:/ws/a.txt"])(
    "takes %j on Windows",
    (path) => {
      expect(absolutePath(path, "win32")).toMatch(/^[a-z]:[\\/]ws/i);
    },
  );

  it.each([
    "\\\\server\\share\\a.txt",
    "//server/share/a.txt",
    "\\\\?\\C:\\ws\\a.txt",
    "\\\\.\\pipe\\x",
    "\\ws\\a.txt",
    "/ws/a.txt",
    "C:a.txt",
    "C:\\ws\\a.txt:stream",
    "C:\\ws\\NUL",
    "C:\\ws\\con.txt",
    "C:\\com1\\a.txt",
    "file://server/share/a.txt",
  ])("refuses %j on Windows", (path) => {
    expect(() => absolutePath(path, "win32")).toThrow(invalid);
  });
});

describe("relativePath", () => {
  it.each(["", "src", "src/..", "../x", "file:///x"])("leaves %j as it is", (path) => {
    expect(relativePath(path, "linux")).toBe(path);
  });

  it.each(["/", "/src", "a\0b", "a\tb", "\ud800"])("refuses %j", (path) => {
    expect(() => relativePath(path, "linux")).toThrow(invalid);
  });

  it.each(["C:\\src", "C:src", "\\src", "/src", "src\\aux"])("refuses %j on Windows", (path) => {
    expect(() => relativePath(path, "win32")).toThrow(invalid);
  });
});
