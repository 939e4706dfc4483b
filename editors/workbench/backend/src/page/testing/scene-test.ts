/** `it` with a folder of three files, and a page that is connected to it. */
import type { Agent } from "@tandem/host";
import { test } from "vitest";
import type { MemoryConnection } from "./memory-connection.js";
import { PageScene } from "./page-scene.js";

interface Given {
  readonly scene: PageScene;
  readonly page: MemoryConnection;
  /** The page opens a file. */
  readonly open: (relative: string, preview?: boolean) => Promise<{ file: string }>;
  /** The page replaces a range of a document that it has open. */
  readonly type: (name: string, from: number, to: number, insert: string) => Promise<void>;
  readonly agentOf: (name?: string) => Agent;
}

export const it = test.extend<Given>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from its pattern
  scene: async ({}, use) => {
    const scene = await PageScene.make({ "a.txt": "one\ntwo\n", "b.txt": "bee\n", "src/c.ts": "c\r\n" });
    await use(scene);
    await scene.dispose();
  },
  page: async ({ scene }, use) => use(scene.connect()),
  open: async ({ page }, use) =>
    use((relative, preview = false) => page.request("openDocument", { relative, preview })),
  type: async ({ scene, page }, use) => use((name, from, to, insert) => scene.type(page, name, { from, to, insert })),
  agentOf: async ({ scene }, use) => use((name = "tester") => scene.agents.join({ name, version: "1" }).agent),
});
