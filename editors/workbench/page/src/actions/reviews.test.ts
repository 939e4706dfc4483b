import type { ReviewView, TabView } from "@tandem/workbench-shared";
import { afterEach, expect, it, vi } from "vitest";
import { useChannel } from "../backend.js";
import type { Channel } from "../channel.js";
import { buffers } from "../stage.js";
import { decided } from "../state/reviews.js";
import { activeFile, openTabs, proposedFiles } from "../state/tabs.js";
import { activate, takeTabs } from "./files.js";
import { settleProposed } from "./reviews.js";

afterEach(() => {
  decided.value = [];
  openTabs.value = [];
  activeFile.value = undefined;
  vi.unstubAllGlobals();
});

it("a rejected new file leaves its place, and its empty text, to the tab beside it", () => {
  vi.stubGlobal("sessionStorage", { setItem: () => undefined, getItem: () => null });
  const channel: Pick<Channel, "request"> = { request: async () => ({}) as never };
  useChannel(channel as Channel);
  takeTabs([{ file: "/f/old.ts", relative: "old.ts" } as TabView]);
  decided.value = [{ id: "r", kind: "create", file: "/f/new.ts", relative: "new.ts", state: "rejected" } as ReviewView];
  proposedFiles.value = ["/f/new.ts"];
  activate("/f/new.ts");
  expect(buffers.shown).toBe("/f/new.ts");
  settleProposed();
  expect([activeFile.value, buffers.shown, buffers.has("/f/new.ts")]).toEqual(["/f/old.ts", "/f/old.ts", false]);
});
