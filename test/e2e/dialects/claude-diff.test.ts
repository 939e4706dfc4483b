/** What Claude Code does with diffs, and what it has to hear: it writes, the host never does. */
import { writeFile } from "node:fs/promises";
import { expect } from "vitest";
import { type DialectScene, proves } from "./proves.js";
import type { WindowSetup } from "./window.js";

const TEXT = "one\ntwo\nthree\n";
const NEW = "one\n2\nthree\n";
const setup: WindowSetup = { files: { "a.txt": TEXT, "b.txt": TEXT } };
const MB = 1_000_000;

async function expectUntouched({ onDisk, live }: DialectScene, relative = "a.txt", text = TEXT): Promise<void> {
  expect((await onDisk(relative)).toString()).toBe(text);
  expect(await live(relative)).toBe(text);
}

proves("claude:turn", setup, async (scene) => {
  const { claude, path, theDiff, developer } = scene;
  const agent = await claude();
  expect(await agent.beginTurn()).toBe("CLOSED_0_DIFF_TABS");
  expect(await agent.baseline(path("a.txt"))).toMatchObject([{ uri: `file://${path("a.txt")}` }]);
  const { result, tabName } = agent.openDiff(path("a.txt"), NEW);
  const review = await theDiff();
  expect(review).toMatchObject({ title: tabName, agent: expect.stringMatching(/claude/i) });
  await developer.accept(review);
  expect((await result).texts).toEqual(["FILE_SAVED", NEW]);
  expect(await agent.closeTwice(tabName)).toEqual(["TAB_CLOSED", "TAB_CLOSED"]);
  await expectUntouched(scene);
  if (scene.kind === "workbench") await writeFile(path("a.txt"), NEW);
  await agent.baseline(path("a.txt"));
  expect(await agent.problems()).toEqual(expect.any(Array));
  expect(await agent.beginTurn()).toBe("CLOSED_0_DIFF_TABS");
});

proves("claude:accept", setup, async (scene) => {
  const { claude, path, theDiff, developer } = scene;
  const agent = await claude();
  for (const text of [NEW, "no newline at the end", "", "\ufeffmark\n", "tab\there\n\n\n", "😀 é\n"]) {
    const { result } = agent.openDiff(path("a.txt"), text);
    await developer.accept(await theDiff());
    expect((await result).raw).toEqual({
      content: [
        { type: "text", text: "FILE_SAVED" },
        { type: "text", text },
      ],
    });
    await expectUntouched(scene);
  }
});

proves("claude:edited", setup, async (scene) => {
  const { claude, path, theDiff, developer } = scene;
  const { result } = (await claude()).openDiff(path("a.txt"), NEW);
  const review = await theDiff();
  await developer.rewrite(review, "zwei\n");
  await developer.accept(review);
  expect((await result).texts).toEqual(["FILE_SAVED", "one\nzwei\nthree\n"]);
  await expectUntouched(scene);
});

proves("claude:reject", setup, async (scene) => {
  const { claude, path, theDiff, developer } = scene;
  const { result, tabName } = (await claude()).openDiff(path("a.txt"), NEW);
  await developer.reject(await theDiff());
  expect((await result).texts).toEqual(["DIFF_REJECTED", tabName]);
  await expectUntouched(scene);
});

proves("claude:close_tab", setup, async (scene) => {
  const { claude, path, theDiff, developer } = scene;
  const agent = await claude();
  const { result, tabName } = agent.openDiff(path("a.txt"), NEW);
  await theDiff();
  expect(await agent.text("close_tab", { tab_name: "another" })).toBe("TAB_CLOSED");
  expect(developer.pending()).toHaveLength(1);
  expect(await agent.closeTwice(tabName)).toEqual(["TAB_CLOSED", "TAB_CLOSED"]);
  expect((await result).texts).toEqual(["DIFF_REJECTED", tabName]);
  await expect.poll(() => developer.pending()).toEqual([]);
  await expectUntouched(scene);
});

proves("claude:same-tab-name", setup, async ({ claude, path, developer }) => {
  const agent = await claude();
  const first = agent.openDiff(path("a.txt"), NEW, "same");
  const second = agent.openDiff(path("b.txt"), "b\n", "same");
  const [, last] = await developer.waiting(2);
  if (last) await developer.accept(last);
  const outcomes = new Set<string | undefined>();
  expect(await Promise.race([first.result, second.result])).toMatchObject({
    texts: ["FILE_SAVED", expect.any(String)],
  });
  expect(await agent.text("close_tab", { tab_name: "same" })).toBe("TAB_CLOSED");
  for (const { result } of [first, second]) outcomes.add((await result).texts[0]);
  expect(outcomes).toEqual(new Set(["FILE_SAVED", "DIFF_REJECTED"]));
  const pair = [agent.openDiff(path("a.txt"), "3\n", "same"), agent.openDiff(path("b.txt"), "4\n", "same")];
  await developer.waiting(2);
  await agent.text("close_tab", { tab_name: "same" });
  for (const { result } of pair) expect((await result).texts).toEqual(["DIFF_REJECTED", "same"]);
});

proves("claude:new-file", setup, async ({ claude, path, theDiff, developer, onDisk }) => {
  const { result } = (await claude()).openDiff(path("new/c.txt"), NEW);
  await developer.accept(await theDiff());
  expect((await result).texts).toEqual(["FILE_SAVED", NEW]);
  await expect(
    onDisk("new/c.txt")
      .then(String)
      .catch(() => ""),
  ).resolves.toBe("");
});

proves("claude:unchanged-disk", setup, async ({ claude, path, theDiff, developer, kind, live }) => {
  const agent = await claude();
  for (const text of [NEW, "1\n", "22\n"]) {
    const { result, tabName } = agent.openDiff(path("a.txt"), text);
    await developer.accept(await theDiff());
    expect((await result).texts).toEqual(["FILE_SAVED", text]);
    await agent.closeTwice(tabName);
    if (kind !== "workbench") continue;
    await writeFile(path("a.txt"), text);
    await expect.poll(() => live("a.txt")).toBe(text);
  }
});

proves("claude:closeAllDiffTabs", setup, async ({ claude, nexus3, path, developer }) => {
  const [agent, other, third] = [await claude(), await claude(), await nexus3()];
  const mine = [agent.openDiff(path("a.txt"), NEW), agent.openDiff(path("b.txt"), NEW)];
  await developer.waiting(2);
  const theirs = other.openDiff(path("a.txt"), "3\n");
  await developer.waiting(3);
  third.openDiff(path("b.txt"), "4\n", "b.txt");
  await developer.waiting(4);
  expect(await agent.beginTurn()).toBe("CLOSED_2_DIFF_TABS");
  for (const { result, tabName } of mine) expect((await result).texts).toEqual(["DIFF_REJECTED", tabName]);
  await expect.poll(() => developer.pending().length).toBe(2);
  expect(await agent.beginTurn()).toBe("CLOSED_0_DIFF_TABS");
  const left = developer.pending().find(({ title }) => title === theirs.tabName);
  if (left) await developer.accept(left);
  expect((await theirs.result).texts).toEqual(["FILE_SAVED", "3\n"]);
});

proves("claude:agent-gone", setup, async ({ claude, nexus3, path, developer }) => {
  const [agent, other, third] = [await claude(), await claude(), await nexus3()];
  agent.openDiff(path("a.txt"), NEW);
  await developer.waiting(1);
  const theirs = other.openDiff(path("b.txt"), NEW);
  await developer.waiting(2);
  third.openDiff(path("a.txt"), "3\n", "a.txt");
  await developer.waiting(3);
  await agent.vanish();
  await expect.poll(() => developer.pending().map(({ file }) => file)).toEqual([path("b.txt"), path("a.txt")]);
  const [left] = developer.pending();
  if (left) await developer.accept(left);
  expect((await theirs.result).texts).toEqual(["FILE_SAVED", NEW]);
});

proves("claude:read-only", { ...setup, mode: "read-only" }, async (scene) => {
  const { result, tabName } = (await scene.claude()).openDiff(scene.path("a.txt"), NEW);
  expect((await result).texts).toEqual(["DIFF_REJECTED", tabName]);
  await expectUntouched(scene);
});

proves("claude:large", setup, async (scene) => {
  const large = `${"é".repeat(39)}x\n`.repeat((8 * MB) / 80);
  const { result } = (await scene.claude()).openDiff(scene.path("a.txt"), large);
  await scene.developer.accept(await scene.theDiff());
  const { texts } = await result;
  expect([texts[0], texts[1] === large]).toEqual(["FILE_SAVED", true]);
  await expectUntouched(scene);
});

const crlf: WindowSetup = { files: { "a.txt": "one\r\ntwo\r\n", "mixed.txt": "one\r\ntwo\nthree\r\n" } };

proves("claude:crlf", crlf, async ({ claude, path, theDiff, developer, onDisk }) => {
  const agent = await claude();
  for (const [file, text] of [
    ["a.txt", "one\r\n2\r\n"],
    ["a.txt", "one\n2\n"],
    ["mixed.txt", "one\r\n2\nthree\r\nfour\n"],
  ] as const) {
    const before = await onDisk(file);
    const { result } = agent.openDiff(path(file), text);
    await developer.accept(await theDiff());
    expect((await result).texts).toEqual(["FILE_SAVED", text]);
    expect((await onDisk(file)).equals(before)).toBe(true);
  }
});
