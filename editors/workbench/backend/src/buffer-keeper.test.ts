import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentRegistry, systemClock } from "@tandem/host";
import { createPathResolver } from "@tandem/workspace";
import { expect, it, onTestFinished, vi } from "vitest";
import { BufferKeeper } from "./buffer-keeper.js";
import { Documents } from "./documents.js";

it("unsaved text that could not be kept is kept as soon as it can be", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-keeper-")));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(join(root, "a.txt"), "one\n");
  const path = await (await createPathResolver([root])).file(join(root, "a.txt"));
  const documents = new Documents();
  const document = await documents.open(path);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const kept: string[] = [];
  let isFull = true;
  const save = async ({ text }: { text: string }) => {
    if (isFull) throw new Error("no space left");
    kept.push(text);
  };
  const log = vi.fn();
  const unstored: string[] = [];
  documents.listen({ unstored: (_, reason) => unstored.push(reason) });
  const keeper = new BufferKeeper(documents, { save, remove: async () => {} }, log);
  const { agent } = new AgentRegistry(systemClock).join({ name: "ada", version: "1" });
  await documents.change([{ path, plan: () => [{ from: 0, to: 0, insert: "zero\n" }] }], agent);
  await vi.advanceTimersByTimeAsync(1000);
  expect([log.mock.calls.length, unstored, kept]).toEqual([1, ["no space left"], []]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kept).toEqual(["zero\none\n"]);
  expect(document.storedVersion).toBe(document.version);
  await keeper.close();
});
