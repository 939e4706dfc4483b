import { describe, expect, it } from "vitest";
import { tandemHome, windowFileSchema } from "./window-file.js";

describe("Tandem's home", () => {
  it.each([
    [{}, "/home/ann/.local/state/tandem"],
    [{ XDG_STATE_HOME: "/state" }, "/state/tandem"],
    [{ XDG_STATE_HOME: "relative" }, "/home/ann/.local/state/tandem"],
    [{ TANDEM_HOME: "/own", XDG_STATE_HOME: "/state" }, "/own"],
  ])("follows the environment %o", (environment, expected) => {
    expect(tandemHome(environment, "/home/ann")).toBe(expected);
  });
});

it("a window file without a strong token is refused", () => {
  const window = {
    id: "0123456789abcdef",
    pid: 1,
    startedAt: 0,
    name: "n",
    version: "v",
    roots: ["/a"],
    urls: { mcp: "http://127.0.0.1:4322/mcp" },
    token: "x".repeat(43),
  };
  expect(windowFileSchema.safeParse(window).success).toBe(true);
  expect(windowFileSchema.safeParse({ ...window, token: "short" }).success).toBe(false);
  expect(windowFileSchema.safeParse({ ...window, pid: -1 }).success).toBe(false);
});
