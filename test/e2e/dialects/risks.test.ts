/** The rows of the plan's table of risks that a window has to answer for; the others are in discovery and restart. */
import { limits } from "@tandem/server";
import { expect, it } from "vitest";
import { readFiles } from "../../checks/source-tree.js";
import { only } from "./clients/nexus3-client.js";
import { cites, proves } from "./proves.js";
import type { WindowSetup } from "./window.js";

const TEXT = "one\ntwo\nthree\n";
const NEW = "one\n2\nthree\n";
const setup: WindowSetup = { files: { "a.txt": TEXT, "b.txt": TEXT, "c.txt": TEXT } };

proves("risk:connection-drops", setup, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  for (const [text, verdict, answer] of [
    [NEW, "accept", "FILE_SAVED"],
    ["other\n", "reject", "DIFF_REJECTED"],
  ] as const) {
    const agent = await nexus3();
    agent.openDiff(path("a.txt"), text, "a.txt", { "tandem/key": text });
    await theDiff();
    await agent.vanish();
    await expect.poll(async () => (await theDiff()).agentGone).toBe(true);
    await developer[verdict](await theDiff());
    const again = (await nexus3()).openDiff(path("a.txt"), text, "a.txt", { "tandem/key": text });
    expect(only(await again.result)).toBe(answer);
    expect((await onDisk("a.txt")).toString()).toBe(NEW);
    expect(developer.pending()).toEqual([]);
  }
  const agent = await nexus3();
  agent.openDiff(path("b.txt"), NEW, "b.txt");
  await theDiff();
  await agent.vanish();
  await expect.poll(async () => (await theDiff()).agentGone).toBe(true);
  const joined = (await nexus3()).openDiff(path("b.txt"), NEW, "b.txt");
  await expect.poll(async () => (await theDiff()).agentGone).toBe(false);
  expect(developer.pending()).toHaveLength(1);
  await developer.accept(await theDiff());
  expect(only(await joined.result)).toBe("FILE_SAVED");
});

const impatient: WindowSetup = { ...setup, limits: { pingMs: 50, pongMs: 50 } };
/** Many times the patience of the door above, in milliseconds. */
const LONG_MS = 1_000;

proves("risk:long-review", impatient, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  const agent = await nexus3();
  const { id, result } = agent.openDiff(path("a.txt"), NEW, "a.txt");
  await theDiff();
  expect(await agent.wire.isSilent(() => true, LONG_MS)).toBe(true);
  expect(agent.wire.isOpen).toBe(true);
  expect(developer.pending()).toHaveLength(1);
  agent.notify("notifications/cancelled", { requestId: id, reason: "/cancel" });
  await expect.poll(() => developer.pending()).toEqual([]);
  await Promise.race([result, agent.request("ping")]);
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
  expect(await agent.request("ping")).toEqual({});
});

proves("risk:many-diffs", setup, async ({ nexus3, path, developer, onDisk }) => {
  const files = ["a.txt", "b.txt", "c.txt"];
  const agents = await Promise.all(files.map((name) => nexus3({ name })));
  const diffs = [];
  for (const [at, name] of files.entries()) {
    diffs.push(agents[at]?.openDiff(path(name), `${name}\n`, "the same name"));
    await developer.waiting(at + 1);
  }
  const queue = await developer.waiting(3);
  expect(queue.map(({ agent, file }) => [agent, file])).toEqual(files.map((name) => [name, path(name)]));
  for (const [at, review] of [...queue.entries()].reverse()) {
    await (at === 1 ? developer.reject(review) : developer.accept(review));
  }
  const outcomes = await Promise.all(diffs.map(async (diff) => diff && only(await diff.result)));
  expect(outcomes).toEqual(["FILE_SAVED", "DIFF_REJECTED", "FILE_SAVED"]);
  const texts = await Promise.all(files.map(async (name) => String(await onDisk(name))));
  expect(texts).toEqual(["a.txt\n", TEXT, "c.txt\n"]);
});

/** Older ones can be made to crash, or to run out of memory, by a peer. */
const LEAST_WS = [8, 21];

it(cites("risk:websocket-library"), () => {
  const packages = [...readFiles((path) => /(^|\/)package\.json$/.test(path)).values()];
  const versions = packages.flatMap((text) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>;
    return [dependencies["ws"], devDependencies["ws"]].filter((version) => version !== undefined);
  });
  const [version = "", ...others] = new Set(versions);
  expect(others).toEqual([]);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  expect(major * 1000 + minor).toBeGreaterThanOrEqual((LEAST_WS[0] ?? 0) * 1000 + (LEAST_WS[1] ?? 0));
});

it(cites("nexus3:keepalive"), () => {
  expect(limits).toMatchObject({ pingMs: 30_000, pongMs: 10_000 });
});
