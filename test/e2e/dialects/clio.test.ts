/** Clio's six messages, and the four that answer them. */
import { expect } from "vitest";
import { type ClioEdit, within } from "./clients/clio-client.js";
import { type DialectScene, proves } from "./proves.js";
import { expectUnreachable, upgradeStatus } from "./reach.js";
import type { WindowSetup } from "./window.js";

const TEXT = "one\ntwo\nthree\n";
const EXAMPLE = "# Sums\n\n\n\ndef add(a, b):\n    return a * b\n";
const setup: WindowSetup = { files: { "a.txt": TEXT, "b.txt": TEXT, "add.py": EXAMPLE } };
const two: ClioEdit = { range: within(1, 0, 3), oldText: "two", newText: "2" };
const apply = ({ range, newText }: ClioEdit): ClioEdit => ({ range, newText });

/** Neither a review nor a word. */
async function expectNothing({ developer }: DialectScene, client: { wire: { isSilent(): Promise<boolean> } }) {
  expect(await client.wire.isSilent()).toBe(true);
  expect(developer.pending()).toEqual([]);
}

proves("clio:connected", setup, async ({ clio }) => {
  const { welcome } = await clio();
  expect(welcome).toEqual({ type: "connected", serverVersion: "0.1.0", capabilities: ["diff", "apply", "status"] });
});

proves("clio:openDiff", setup, async ({ clio, path, theDiff, developer, live, onDisk }) => {
  const client = await clio();
  const file = path("a.txt");
  for (const [verdict, type] of [
    ["accept", "diffAccepted"],
    ["reject", "diffRejected"],
  ] as const) {
    client.openDiff(file, TEXT, "1\ntwo\nthree\n");
    const review = await theDiff();
    expect(review.file).toBe(file);
    await developer[verdict](review);
    expect(await client.next()).toEqual({ type, file });
    expect([await live("a.txt"), String(await onDisk("a.txt"))]).toEqual([TEXT, TEXT]);
  }
});

proves("clio:proposeDiff-accept", setup, async ({ clio, path, theDiff, developer, live, onDisk }) => {
  const client = await clio();
  client.proposeDiff(path("a.txt"), [two, { range: within(2, 5, 5), oldText: "", newText: "!" }]);
  await developer.accept(await theDiff());
  expect(await client.next()).toEqual({ type: "diffAccepted", file: path("a.txt") });
  expect(await live("a.txt")).toBe("one\n2\nthree!\n");
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
});

proves("clio:proposeDiff-reject", setup, async ({ clio, path, theDiff, developer, live }) => {
  const client = await clio();
  client.proposeDiff(path("a.txt"), [two]);
  await developer.reject(await theDiff());
  expect(await client.next()).toEqual({ type: "diffRejected", file: path("a.txt") });
  expect(await live("a.txt")).toBe(TEXT);
});

proves("clio:applyDiff", setup, async ({ clio, path, theDiff, developer, live }) => {
  const client = await clio();
  client.applyDiff(path("a.txt"), [apply(two)]);
  const review = await theDiff();
  expect(await live("a.txt")).toBe(TEXT);
  await developer.accept(review);
  await expect.poll(() => live("a.txt")).toBe("one\n2\nthree\n");
});

proves("clio:closeDiff", setup, async (scene) => {
  const { clio, path, developer, live } = scene;
  const client = await clio();
  client.openDiff(path("a.txt"), TEXT, "1\n");
  await developer.waiting(1);
  client.proposeDiff(path("b.txt"), [two]);
  await developer.waiting(2);
  client.closeDiff(path("a.txt"));
  await expect.poll(() => developer.pending().map(({ file }) => file)).toEqual([path("b.txt")]);
  client.closeDiff(path("b.txt"));
  await expect.poll(() => developer.pending()).toEqual([]);
  client.closeDiff(path("b.txt"));
  await expectNothing(scene, client);
  expect(await live("a.txt")).toBe(TEXT);
});

proves("clio:error", setup, async (scene) => {
  const { clio, path } = scene;
  const client = await clio();
  client.proposeDiff(path("none.py"), [two]);
  expect(await client.next()).toEqual({ type: "error", message: expect.any(String), code: "FILE_NOT_FOUND" });
  client.applyDiff(path("none.py"), [apply(two)]);
  expect(await client.next()).toMatchObject({ type: "error", code: "FILE_NOT_FOUND" });
  client.applyDiff("/etc/passwd", [apply(two)]);
  expect(await client.next()).toMatchObject({ type: "error", code: "OUTSIDE_WORKSPACE" });
  await expectNothing(scene, client);
});

proves("clio:status", setup, async ({ clio, developer }) => {
  const client = await clio();
  const levels = ["info", "warning", "error"] as const;
  for (const level of levels) client.status(`It is ${level}`, level);
  const expected = levels.map((level) => ({ message: `It is ${level}`, level }));
  await expect.poll(() => developer.statuses()).toEqual(expected);
  client.status("a\nb\u001b[31mc\u202ed", "info");
  await expect.poll(() => developer.statuses().length).toBe(4);
  expect(developer.statuses()[3]?.message).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  expect(await client.wire.isSilent()).toBe(true);
});

proves("clio:example", setup, async (scene) => {
  const { clio, path, theDiff, developer, live } = scene;
  const client = await clio();
  client.openDiff(path("add.py"), EXAMPLE, EXAMPLE.replace("*", "+"));
  await developer.accept(await theDiff());
  expect(await client.next()).toEqual({ type: "diffAccepted", file: path("add.py") });
  client.applyDiff(path("add.py"), [{ range: within(5, 11, 17), newText: "a + b" }]);
  await expect.poll(() => live("add.py")).toBe(EXAMPLE.replace("*", "+"));
  expect(developer.pending()).toEqual([]);
});

proves("clio:example-range", setup, async ({ clio, path, theDiff, developer, live }) => {
  const client = await clio();
  client.proposeDiff(path("add.py"), [{ range: within(5, 11, 17), oldText: "a * b", newText: "a + b" }]);
  await developer.accept(await theDiff());
  expect(await client.next()).toEqual({ type: "diffAccepted", file: path("add.py") });
  expect(await live("add.py")).toBe(EXAMPLE.replace("*", "+"));
});

proves("clio:mismatch", setup, async (scene) => {
  const { clio, path } = scene;
  const client = await clio();
  for (const edit of [
    { ...two, oldText: "TWO" },
    { ...two, range: within(0, 0, 3) },
    { ...two, range: within(99, 0, 3) },
    { ...two, range: within(1, 0, 2) },
  ]) {
    client.proposeDiff(path("a.txt"), [edit]);
    const answer = await client.next();
    expect(answer, JSON.stringify(edit)).toMatchObject({ type: "error", code: expect.stringMatching(/^[A-Z_]+$/) });
  }
  await expectNothing(scene, client);
});

proves("clio:id", setup, async ({ clio, path, theDiff, developer }) => {
  const client = await clio();
  client.wire.send({ type: "connect", clientVersion: "0.1.0", id: 7 });
  expect(await client.next()).toMatchObject({ type: "connected", id: 7 });
  client.openDiff(path("a.txt"), TEXT, "1\n", { id: "a" });
  await developer.reject(await theDiff());
  expect(await client.next()).toEqual({ type: "diffRejected", file: path("a.txt"), id: "a" });
  client.proposeDiff(path("a.txt"), [two], { id: 8 });
  await developer.accept(await theDiff());
  expect(await client.next()).toEqual({ type: "diffAccepted", file: path("a.txt"), id: 8 });
  client.proposeDiff(path("none.txt"), [two], { id: "e" });
  expect(await client.next()).toMatchObject({ type: "error", id: "e" });
});

proves("clio:bad-messages", setup, async (scene) => {
  const { clio, path } = scene;
  const client = await clio();
  for (const message of [
    "{",
    "",
    "[]",
    "null",
    '"connect"',
    { type: "reboot" },
    { type: 7 },
    { type: "constructor" },
    {},
    { type: "openDiff" },
    { type: "openDiff", file: path("a.txt"), before: TEXT },
    { type: "proposeDiff", file: path("a.txt"), edits: {} },
    { type: "proposeDiff", file: path("a.txt"), edits: [{ range: null, oldText: "", newText: "" }] },
    { type: "applyDiff", file: path("a.txt"), edits: [{ range: within(-1, 0, 0), newText: "" }] },
    { type: "applyDiff", file: "a.txt", edits: [apply(two)] },
    { type: "status", message: "x", level: "loud" },
  ]) {
    client.wire.send(message);
    const answer = await client.next();
    expect(answer, JSON.stringify(message)).toMatchObject({ type: "error", message: expect.stringMatching(/\S/) });
    expect(answer["code"], JSON.stringify(message)).toMatch(/^[A-Z_]+$/);
  }
  client.wire.send({ type: "connect", clientVersion: "0.1.0" });
  expect(await client.next()).toMatchObject({ type: "connected" });
  await expectNothing(scene, client);
});

proves("clio:agent-gone", setup, async ({ clio, path, developer, live }) => {
  const client = await clio();
  client.openDiff(path("a.txt"), TEXT, "1\n");
  await developer.waiting(1);
  client.proposeDiff(path("b.txt"), [two]);
  await developer.waiting(2);
  await client.vanish();
  await expect
    .poll(() => developer.pending().map(({ file, agentGone }) => [file, agentGone]))
    .toEqual([[path("b.txt"), true]]);
  const [left] = developer.pending();
  if (left) await developer.accept(left);
  expect(await live("b.txt")).toBe("one\n2\nthree\n");
});

proves("clio:isolation", setup, async ({ clio, nexus3, path, developer }) => {
  const [mine, other, third] = [await clio(), await clio(), await nexus3()];
  mine.openDiff(path("a.txt"), TEXT, "1\n");
  await developer.waiting(1);
  third.openDiff(path("b.txt"), "3\n", "b.txt");
  await developer.waiting(2);
  other.closeDiff(path("a.txt"));
  other.closeDiff(path("b.txt"));
  other.wire.send({ type: "connect", clientVersion: "0.1.0" });
  await other.next();
  await other.close();
  await third.text("closeTab", { tabName: "a.txt" });
  expect(developer.pending()).toHaveLength(2);
  const [first] = developer.pending();
  if (first) await developer.accept(first);
  expect(await mine.next()).toEqual({ type: "diffAccepted", file: path("a.txt") });
});

proves("clio:read-only", { ...setup, mode: "read-only" }, async (scene) => {
  const { clio, path, live } = scene;
  const client = await clio();
  const file = path("a.txt");
  client.openDiff(file, TEXT, "1\n");
  expect(await client.next()).toEqual({ type: "diffRejected", file });
  client.proposeDiff(file, [two]);
  expect(await client.next()).toEqual({ type: "diffRejected", file });
  client.applyDiff(file, [apply(two)]);
  expect(await client.next()).toMatchObject({ type: expect.stringMatching(/^(diffRejected|error)$/) });
  expect(await live("a.txt")).toBe(TEXT);
  await expectNothing(scene, client);
});

proves("clio:trust", { ...setup, mode: "trust" }, async ({ clio, path, live, developer }) => {
  const client = await clio();
  client.applyDiff(path("a.txt"), [apply(two)]);
  await expect.poll(() => live("a.txt")).toBe("one\n2\nthree\n");
  expect(developer.pending()).toEqual([]);
});

proves("clio:not-what-was-accepted", setup, async ({ clio, path, theDiff, developer, live }) => {
  const client = await clio();
  client.openDiff(path("a.txt"), TEXT, "one\n2\nthree\n");
  await developer.accept(await theDiff());
  await client.next();
  client.applyDiff(path("a.txt"), [{ range: within(1, 0, 3), newText: "rm -rf" }]);
  const review = await theDiff();
  expect(await live("a.txt")).toBe(TEXT);
  await developer.reject(review);
  client.applyDiff(path("b.txt"), [apply(two)]);
  expect((await theDiff()).file).toBe(path("b.txt"));
  expect(await live("b.txt")).toBe(TEXT);
});

proves("clio:loopback", setup, async ({ clioPort }) => {
  const port = await clioPort();
  expect(await upgradeStatus(port, {})).toBe(101);
  await expectUnreachable(port);
});

proves(
  "clio:crlf",
  { files: { "a.txt": "one\r\ntwo\r\nthree\r\n" } },
  async ({ clio, nexus3, path, theDiff, developer, onDisk }) => {
    const client = await clio();
    client.proposeDiff(path("a.txt"), [two]);
    await developer.accept(await theDiff());
    expect(await client.next()).toEqual({ type: "diffAccepted", file: path("a.txt") });
    const saver = await nexus3();
    expect((await saver.call("saveDocument", { filePath: path("a.txt") })).texts).toEqual(["ok"]);
    expect((await onDisk("a.txt")).toString()).toBe("one\r\n2\r\nthree\r\n");
  },
);
