import { execFileSync } from "node:child_process";
import { errors } from "@tandem/protocol";
import { describe, expect } from "vitest";
import { pendingReview } from "./testing/page-scene.js";
import { it } from "./testing/scene-test.js";

describe("a page that connects", () => {
  it("is welcomed first and then told how things are", async ({ scene, open, agentOf }) => {
    await open("a.txt");
    agentOf();
    scene.channel.diagnosed(scene.at("a.txt"), []);
    const second = scene.connect();
    expect(second.told.map(({ type }) => type)).toEqual([
      "welcome",
      "settings",
      "agents",
      "activity",
      "tabs",
      "decided",
      "reviews",
    ]);
    expect(second.last("agents")?.agents).toMatchObject([{ name: "tester", connected: true }]);
    expect(second.last("tabs")?.tabs).toMatchObject([{ relative: "a.txt", dirty: false, preview: false }]);
    expect(scene.channel.audience).toBe(2);
    second.close();
    expect(scene.channel.audience).toBe(1);
  });
});

it("a page that cannot be told how things are is let go", ({ scene }) => {
  scene.reviews.pending = () => {
    throw new RangeError("Invalid string length");
  };
  const second = scene.connect();
  expect(second.closed).toBe(true);
  expect(scene.channel.audience).toBe(0);
});

describe("agents", () => {
  it("are told when they come, and their calls, in few messages", async ({ scene, page, agentOf }) => {
    const agent = agentOf("Ann");
    for (let i = 0; i < 300; i++) scene.channel.settled({ agent, tool: `tool-${i}`, milliseconds: 1 });
    scene.channel.settled({ agent, tool: "last", milliseconds: 2, error: errors.stale("old") });
    const { entries } = await page.until("activity", (message) => message.entries.length > 0);
    expect(entries).toHaveLength(200);
    expect(entries.at(-1)).toMatchObject({ agent: "Ann", colour: agent.colour, tool: "last", error: "STALE" });
    expect(page.told.filter(({ type }) => type === "activity")).toHaveLength(2);
    expect(page.last("agents")?.agents).toMatchObject([{ name: "Ann" }]);
  });

  it("that come and go without a call are noticed", async ({ scene, page }) => {
    const { leave } = scene.agents.join({ name: "Ann", version: "1" });
    await page.until("agents", ({ agents }) => agents.length === 1);
    leave();
    await page.until("agents", ({ agents }) => agents.length === 0);
  });

  it("have their edits shown where they made them", async ({ scene, page, open, agentOf }) => {
    await open("a.txt");
    await scene.agentEdits("a.txt", agentOf("Ann"), () => ({ from: 4, to: 8, insert: "TWO\nthree\n" }));
    expect(page.last("updates")?.updates).toEqual([{ clientID: "", changes: [4, [4, "TWO", "three", ""]] }]);
    expect(page.last("effect")?.effect).toMatchObject({
      agent: { name: "Ann", connected: true },
      file: scene.at("a.txt"),
      kind: "edit",
      startLine: 2,
      endLine: 3,
    });
  });
});

describe("git", () => {
  it("is told when files change, and when git itself has changed something", async ({ scene, page }) => {
    const git = (...args: string[]) => execFileSync("git", ["-C", scene.root, ...args], { stdio: "pipe" });
    git("init", "-q", "-b", "main");
    scene.channel.watched([]);
    await page.until("git", (message) => message.git.branch === "main" && message.git.files["a.txt"] === "untracked");
    git("add", "a.txt");
    await page.until("git", (message) => message.git.files["a.txt"] === "added");
    git("checkout", "-q", "-b", "feature");
    await page.until("git", (message) => message.git.branch === "feature");
  });

  it("is told without a branch where there is none", async ({ page }) => {
    expect((await page.until("git", () => true)).git).toEqual({ files: {} });
  });
});

describe("diagnostics", () => {
  const found = [{ file: "", line: 1, column: 1, severity: "error" as const, message: "no", source: "ts" }] as never;

  it("of open documents are told, and taken back when they close", async ({ scene, page, open }) => {
    const { file } = await open("a.txt");
    scene.channel.diagnosed(file, found);
    scene.channel.diagnosed(scene.at("b.txt"), found);
    expect(page.last("diagnostics")).toMatchObject({ file, diagnostics: [{ message: "no" }] });
    expect(scene.connect().last("diagnostics")).toMatchObject({ file });
    await page.request("closeDocument", { file, discard: false });
    expect(page.last("diagnostics")).toEqual({ type: "diagnostics", file, diagnostics: [] });
  });
});

describe("reviews and settings", () => {
  it("are passed on to those who keep them, and told to every page when they change", async ({ scene, page }) => {
    scene.reviews.reviews = [pendingReview(scene.at("a.txt")), pendingReview(scene.at("b.txt"), "s")];
    const other = scene.connect();
    await page.request("decideHunks", { review: "r", verdicts: [{ hunk: 0, verdict: "accepted" }] });
    await page.request("editHunk", { review: "r", hunk: 0, insert: "x\n" });
    await page.request("commentHunk", { review: "r", hunk: 0, comment: "why?" });
    await page.request("undoReview", { review: "r" });
    await page.request("decideReview", { review: "r", verdict: "accept", comment: "" });
    expect(scene.reviews.calls).toHaveLength(5);
    await other.until("reviews", ({ reviews }) => reviews.map(({ id }) => id).join() === "s");
    await page.request("changeSettings", { mode: "trust" });
    expect(other.last("settings")?.settings).toEqual({ mode: "trust", saveOnAccept: "never" });
  });
});

describe("a forged request", () => {
  it.for<[string, unknown]>([
    ["hello", { secret: "x" }],
    ["unknown", {}],
    ["constructor", {}],
    ["openDocument", {}],
    ["openDocument", { relative: "a.txt", preview: false, more: 1 }],
    ["openDocument", { relative: "x".repeat(5000), preview: false }],
    ["lookAt", { file: "a", line: 0, column: 1, startLine: 1, endLine: 1 }],
    ["pushUpdates", { file: "a", edition: "", version: 1, updates: [] }],
    ["changeSettings", { mode: "anything" }],
    ["findFiles", { query: "", limit: 1_000_000 }],
    ["listDirectories", null],
  ])("%s with %j is answered as one", async ([name, params], { page }) => {
    expect(await page.failure(name, params)).toBe("INVALID_INPUT");
    expect(page.closed).toBe(false);
  });

  it.for([null, 1, "x", [], {}, { id: -1, name: "x" }, { id: 1.5 }, { id: "1" }])(
    "%j ends the connection",
    (message, { page }) => {
      page.say(message);
      expect(page.closed).toBe(true);
    },
  );

  it("names files that are not open", async ({ page }) => {
    for (const name of ["keepDocument", "reloadDocument"]) {
      expect(await page.failure(name, { file: "/etc/passwd" })).toBe("FILE_NOT_OPEN");
    }
    expect(await page.failure("saveDocument", { file: "/etc/passwd", overwrite: true })).toBe("FILE_NOT_OPEN");
    expect(await page.failure("followDocument", { file: "/etc/passwd", edition: "", version: 1 })).toBe(
      "OUTSIDE_WORKSPACE",
    );
  });
});
