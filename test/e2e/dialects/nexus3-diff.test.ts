/** openDiff of the NEXUS3 dialect: what the developer decides, what is on disk then, and what the agent hears. */
import { expect } from "vitest";
import { diffOf, only } from "./clients/nexus3-client.js";
import { proves } from "./proves.js";
import type { WindowSetup } from "./window.js";

const TEXT = "one\ntwo\nthree\n";
const NEW = "one\n2\nthree\nfour\n";
const setup: WindowSetup = { files: { "a.txt": TEXT, "b.txt": TEXT } };
const MB = 1_000_000;
const finalText = { experimental: { tandem: { finalText: true } } };

proves("nexus3:openDiff-accept", setup, async ({ nexus3, path, theDiff, developer, onDisk, live }) => {
  const agent = await nexus3();
  const { result } = agent.openDiff(path("a.txt"), NEW, "a.txt");
  const review = await theDiff();
  expect(review).toMatchObject({ file: path("a.txt"), agent: "nexus3" });
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
  await developer.accept(review);
  expect((await result).raw).toEqual({ content: [{ type: "text", text: "FILE_SAVED" }] });
  expect((await onDisk("a.txt")).toString()).toBe(NEW);
  expect(await live("a.txt")).toBe(NEW);
  expect(await agent.json("checkDocumentDirty", { filePath: path("a.txt") })).toEqual({ dirty: false });
});

proves("nexus3:openDiff-reject", setup, async ({ nexus3, path, theDiff, developer, onDisk, live }) => {
  const { result } = (await nexus3()).openDiff(path("a.txt"), NEW, "a.txt");
  await developer.reject(await theDiff());
  expect((await result).raw).toEqual({ content: [{ type: "text", text: "DIFF_REJECTED" }] });
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
  expect(await live("a.txt")).toBe(TEXT);
});

proves("nexus3:openDiff-title", setup, async ({ nexus3, path, theDiff, developer }) => {
  const agent = await nexus3();
  for (const [tabName, title] of [
    ["a.txt", "NEXUS3: a.txt"],
    ["NEXUS3: a.txt", "NEXUS3: a.txt"],
  ] as const) {
    const { result } = agent.openDiff(path("a.txt"), NEW, tabName);
    const review = await theDiff();
    expect(review.title).toBe(title);
    await developer.reject(review);
    await result;
  }
});

proves("nexus3:openDiff-bad", setup, async ({ nexus3, path, developer }) => {
  const agent = await nexus3();
  const good = diffOf(path("a.txt"), NEW, "a.txt");
  const { new_file_contents, ...withoutText } = good;
  expect(new_file_contents).toBe(NEW);
  for (const args of [
    {},
    withoutText,
    { ...good, tab_name: 7 },
    { ...good, old_file_path: "a.txt", new_file_path: "a.txt" },
    { ...good, old_file_path: path("."), new_file_path: path(".") },
    { ...good, new_file_contents: null },
    { ...good, new_file_contents: "a\0b\n" },
    { ...good, new_file_contents: "\ud800\n" },
  ]) {
    const { isError, texts } = await agent.call("openDiff", args);
    expect([isError, texts[0]], JSON.stringify(args)).toEqual([true, expect.stringMatching(/error/i)]);
    expect(texts[0]).not.toMatch(/FILE_SAVED/);
  }
  expect(developer.pending()).toEqual([]);
});

proves("nexus3:paths", setup, async ({ nexus3, path, developer }) => {
  const agent = await nexus3();
  const outside = ["/etc/passwd", path("../outside.txt"), "/tmp/tandem-outside.txt", `${path("")}-evil/a.txt`];
  for (const file of outside) {
    const { isError, texts } = await agent.call("openDiff", diffOf(file, NEW, "x"));
    expect([isError, texts[0]], file).toEqual([true, expect.stringMatching(/OUTSIDE_WORKSPACE|INVALID_INPUT/)]);
  }
  expect(developer.pending()).toEqual([]);
});

proves("nexus3:integrity", setup, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  const agent = await nexus3();
  const { id, result } = agent.openDiff(path("a.txt"), NEW, "a.txt");
  const { id: review } = await theDiff();
  agent.wire.send({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "FILE_SAVED" }] } });
  agent.notify("diffAccepted", { tab_name: "a.txt" });
  for (const method of ["review/accept", "ide.review.decide", "decideReview", "nexus3.diffAccept"]) {
    await expect(agent.request(method, { review, verdict: "accept" })).rejects.toMatchObject({ code: -32601 });
    await expect(agent.call(method, { review, verdict: "accept" })).rejects.toMatchObject({ code: -32602 });
  }
  await agent.call("saveDocument", { filePath: path("a.txt") });
  await agent.text("openFile", { filePath: path("a.txt") });
  expect(developer.pending()).toHaveLength(1);
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
  await agent.text("closeAllDiffTabs");
  expect(only(await result)).toBe("DIFF_REJECTED");
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
});

proves("nexus3:isolation", setup, async ({ nexus3, path, developer, onDisk, theDiff }) => {
  const mine = await nexus3({ name: "mine" });
  const other = await nexus3({ name: "other" });
  const { result } = mine.openDiff(path("a.txt"), NEW, "a.txt");
  const review = await theDiff();
  expect(await other.text("closeTab", { tabName: "a.txt" })).toBe("ok");
  expect(await other.text("closeTab", { tabName: "NEXUS3: a.txt" })).toBe("ok");
  expect(await other.text("closeAllDiffTabs")).toBe("ok");
  other.notify("notifications/cancelled", { requestId: 0 });
  expect((await other.call("ide.review.withdraw", { id: review.id })).isError).toBe(true);
  await other.close();
  expect(developer.pending()).toHaveLength(1);
  await developer.accept(review);
  expect(only(await result)).toBe("FILE_SAVED");
  expect((await onDisk("a.txt")).toString()).toBe(NEW);
});

proves("nexus3:new-file", setup, async ({ nexus3, path, developer, theDiff, onDisk }) => {
  const agent = await nexus3();
  const rejected = agent.openDiff(path("new/c.txt"), NEW, "c.txt");
  await developer.reject(await theDiff());
  expect(only(await rejected.result)).toBe("DIFF_REJECTED");
  await expect(
    onDisk("new/c.txt")
      .then(String)
      .catch(() => ""),
  ).resolves.toBe("");
  const accepted = agent.openDiff(path("new/c.txt"), NEW, "c.txt");
  await developer.accept(await theDiff());
  expect(only(await accepted.result)).toBe("FILE_SAVED");
  expect((await onDisk("new/c.txt")).toString()).toBe(NEW);
});

proves("nexus3:same-tab-name", setup, async ({ nexus3, path, developer, onDisk }) => {
  const agent = await nexus3();
  const first = agent.openDiff(path("a.txt"), NEW, "same");
  await developer.waiting(1);
  const second = agent.openDiff(path("b.txt"), "b\n", "same");
  const [a, b] = await developer.waiting(2);
  expect([a?.file, b?.file]).toEqual([path("a.txt"), path("b.txt")]);
  if (b) await developer.accept(b);
  expect(only(await second.result)).toBe("FILE_SAVED");
  if (a) await developer.reject(a);
  expect(only(await first.result)).toBe("DIFF_REJECTED");
  expect([String(await onDisk("a.txt")), String(await onDisk("b.txt"))]).toEqual([TEXT, "b\n"]);
});

proves("nexus3:large", setup, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  const large = `${"x".repeat(79)}\n`.repeat((8 * MB) / 80);
  const { result } = (await nexus3()).openDiff(path("a.txt"), large, "a.txt");
  await developer.accept(await theDiff());
  expect(only(await result)).toBe("FILE_SAVED");
  expect((await onDisk("a.txt")).equals(Buffer.from(large))).toBe(true);
});

proves("nexus3:huge", { files: { "huge.txt": Buffer.alloc(50 * MB, "x\n"), "a.txt": TEXT } }, async (scene) => {
  const { nexus3, path, developer, onDisk } = scene;
  const agent = await nexus3();
  const { isError, texts } = await agent.call("openDiff", diffOf(path("huge.txt"), NEW, "huge.txt"));
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining("FILE_TOO_LARGE")]);
  expect((await agent.call("openFile", { filePath: path("huge.txt") })).isError).toBe(true);
  expect(developer.pending()).toEqual([]);
  expect((await onDisk("huge.txt")).length).toBe(50 * MB);
  expect(await agent.text("openFile", { filePath: path("a.txt") })).toBe("ok");
});

proves("nexus3:one-file", setup, async ({ nexus3, claude, path, developer, onDisk }) => {
  const [first, second, third] = [await nexus3({ name: "first" }), await nexus3({ name: "second" }), await claude()];
  const one = first.openDiff(path("a.txt"), "1\ntwo\nthree\n", "a.txt");
  await developer.waiting(1);
  const apart = second.openDiff(path("a.txt"), "one\ntwo\n3\n", "a.txt");
  await developer.waiting(2);
  const same = third.openDiff(path("a.txt"), "uno\ntwo\nthree\n");
  const [a, b, c] = await developer.waiting(3);
  if (a) await developer.accept(a);
  expect(only(await one.result)).toBe("FILE_SAVED");
  if (b) await developer.accept(b);
  expect(only(await apart.result)).toBe("FILE_SAVED");
  expect((await onDisk("a.txt")).toString()).toBe("1\ntwo\n3\n");
  if (c) await developer.accept(c).catch(() => developer.reject(c));
  expect((await same.result).texts[0]).toBe("DIFF_REJECTED");
  expect((await onDisk("a.txt")).toString()).toBe("1\ntwo\n3\n");
});

proves("nexus3:as-a-whole", setup, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  const { result } = (await nexus3()).openDiff(path("a.txt"), NEW, "a.txt");
  const review = await theDiff();
  await expect(developer.rewrite(review, "my own\n")).rejects.toThrow();
  await developer.accept(review);
  expect((await result).texts).toEqual(["FILE_SAVED"]);
  expect((await onDisk("a.txt")).toString()).toBe(NEW);
});

proves("nexus3:final-text", setup, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  const agent = await nexus3({ capabilities: finalText });
  expect(agent.welcome).toMatchObject({ capabilities: finalText });
  const { result } = agent.openDiff(path("a.txt"), "one\n2\nthree\n", "a.txt");
  const review = await theDiff();
  await developer.rewrite(review, "zwei\n");
  await developer.accept(review);
  expect((await result).texts).toEqual(["FILE_SAVED", "one\nzwei\nthree\n"]);
  expect((await onDisk("a.txt")).toString()).toBe("one\nzwei\nthree\n");
});

proves("nexus3:read-only", { ...setup, mode: "read-only" }, async ({ nexus3, path, developer, onDisk }) => {
  const agent = await nexus3();
  expect(only(await agent.call("openDiff", diffOf(path("a.txt"), NEW, "a.txt")))).toBe("DIFF_REJECTED");
  expect(developer.pending()).toEqual([]);
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
  expect((await agent.call("saveDocument", { filePath: path("a.txt") })).isError).toBe(true);
});

proves("nexus3:trust", { ...setup, mode: "trust" }, async ({ nexus3, path, developer, onDisk }) => {
  const agent = await nexus3();
  expect(only(await agent.call("openDiff", diffOf(path("a.txt"), NEW, "a.txt")))).toBe("FILE_SAVED");
  expect((await onDisk("a.txt")).toString()).toBe(NEW);
  const { result } = agent.openDiff(path(".vscode/tasks.json"), "{}\n", "tasks.json");
  const [review] = await developer.waiting();
  if (review) await developer.reject(review);
  expect(only(await result)).toBe("DIFF_REJECTED");
});

proves("nexus3:tab-closed", setup, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  const { result } = (await nexus3()).openDiff(path("a.txt"), NEW, "a.txt");
  const { file } = await theDiff();
  await developer.closeTab(file);
  expect(only(await result)).toBe("DIFF_REJECTED");
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
});

const encoded: WindowSetup = {
  files: { "crlf.txt": "one\r\ntwo\r\nthree\r\n", "latin.txt": Buffer.from("caf\xe9\nbar\n", "latin1") },
};

proves("nexus3:crlf", encoded, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  const agent = await nexus3();
  const own = agent.openDiff(path("crlf.txt"), "one\r\n2\r\nthree\r\n", "crlf.txt");
  await developer.accept(await theDiff());
  expect(only(await own.result)).toBe("FILE_SAVED");
  expect((await onDisk("crlf.txt")).toString()).toBe("one\r\n2\r\nthree\r\n");
  const bare = agent.openDiff(path("crlf.txt"), "one\n2\n3\n", "crlf.txt");
  await developer.accept(await theDiff());
  expect(only(await bare.result)).toBe("FILE_SAVED");
  expect((await onDisk("crlf.txt")).toString()).toMatch(/^one\r\n2\r\n3\r?\n$/);
});

proves("nexus3:latin-1", encoded, async ({ nexus3, path, theDiff, developer, onDisk, live }) => {
  const agent = await nexus3();
  const before = await onDisk("latin.txt");
  const bad = await agent.openDiff(path("latin.txt"), "café\n5 €\n", "latin.txt").result;
  expect(bad).toMatchObject({ isError: true });
  expect(JSON.stringify(bad)).toContain("WRITE_FAILED");
  expect(developer.pending()).toEqual([]);
  expect((await onDisk("latin.txt")).equals(before)).toBe(true);
  expect(await live("latin.txt")).toBe("café\nbar\n");
  const good = agent.openDiff(path("latin.txt"), "café\nthé\n", "latin.txt");
  await developer.accept(await theDiff());
  expect(only(await good.result)).toBe("FILE_SAVED");
  expect((await onDisk("latin.txt")).equals(Buffer.from("caf\xe9\nth\xe9\n", "latin1"))).toBe(true);
});
