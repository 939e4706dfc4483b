import { describe, expect, it } from "vitest";
import { claudeLockFolders, claudeLockSchema, lockFileName, nexus3LockSchema, portOfLockFile } from "./lock-file.js";

describe("the name of a lock file", () => {
  it.each([1, 4322, 65_535])("tells port %d", (port) => {
    expect(portOfLockFile(lockFileName(port))).toBe(port);
  });

  it.each([
    "0.lock",
    "65536.lock",
    "123abc.lock",
    "12.3.lock",
    "-1.lock",
    "0x10.lock",
    " 12.lock",
    "12",
    "12.LOCK",
    "٣.lock",
  ])("is not %j", (name) => {
    expect(portOfLockFile(name)).toBeUndefined();
  });
});

describe("a lock", () => {
  it("of nexus3 is read as its document shows it", () => {
    const lock = {
      pid: 12345,
      workspaceFolders: ["/home/user/project"],
      ideName: "VS Code",
      transport: "ws",
      authToken: "random-token-here",
    };
    expect(nexus3LockSchema.parse(lock)).toEqual(lock);
  });

  it("of claude may lack pid and token", () => {
    expect(claudeLockSchema.parse({ workspaceFolders: ["/a"] })).toEqual({
      workspaceFolders: ["/a"],
      ideName: "IDE",
      transport: "ws",
      authToken: "",
      runningInWindows: false,
    });
  });

  it.each([{ pid: 0 }, { pid: 1.5 }, { workspaceFolders: "/a" }, { workspaceFolders: [1] }, { authToken: 5 }])(
    "with %j is none",
    (change) => {
      expect(nexus3LockSchema.safeParse({ pid: 1, workspaceFolders: [], ...change }).success).toBe(false);
    },
  );
});

it("locks of claude are looked for below home and where the variable says", () => {
  expect(claudeLockFolders({}, "/home/me")).toEqual(["/home/me/.claude/ide"]);
  expect(claudeLockFolders({ CLAUDE_CONFIG_DIR: "/etc/claude" }, "/home/me")).toEqual([
    "/home/me/.claude/ide",
    "/etc/claude/ide",
  ]);
});
