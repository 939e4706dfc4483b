import { Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { ClosedTexts } from "./closed-texts.js";

describe("the texts of closed files", () => {
  it("are given once", () => {
    const closed = new ClosedTexts(() => {});
    closed.add("/a", Text.of(["one"]));
    expect(closed.take("/a")?.toString()).toBe("one");
    expect(closed.take("/a")).toBeUndefined();
  });

  it("are forgotten, the oldest first, where there is no room, and that is told", () => {
    const forgotten: string[] = [];
    const closed = new ClosedTexts((path) => forgotten.push(path));
    const large = Text.of(["x".repeat(10 * 1024 * 1024)]);
    for (const path of ["/a", "/b", "/c", "/d", "/e"]) closed.add(path, large);
    expect(forgotten).toEqual(["/a", "/b"]);
    expect(closed.take("/c")).toBe(large);
  });
});
