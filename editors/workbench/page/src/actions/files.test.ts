import type { TabView } from "@tandem/workbench-shared";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useChannel } from "../backend.js";
import type { Channel } from "../channel.js";
import { activeFile, openTabs } from "../state/tabs.js";
import { openFile } from "./files.js";

const tab = (relative: string): TabView => ({
  file: `/f/${relative}`,
  relative,
  dirty: false,
  conflict: false,
  preview: false,
  encoding: "UTF-8",
  endings: "LF",
});

let asked: { readonly name: string; readonly params: unknown }[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("sessionStorage", { setItem: () => undefined, getItem: () => null });
  const channel: Pick<Channel, "request"> = {
    request: async (name: string, params: unknown) => {
      asked.push({ name, params });
      return (name === "openDocument" ? { file: "/f/new.ts" } : {}) as never;
    },
  };
  useChannel(channel as Channel);
});

afterEach(() => {
  openTabs.value = [];
  activeFile.value = undefined;
  vi.unstubAllGlobals();
});

it("a file that may not be shown once it is loaded stays behind the shown one", async () => {
  openTabs.value = [tab("old.ts")];
  activeFile.value = "/f/old.ts";
  expect(await openFile("new.ts", true, () => false)).toBeUndefined();
  expect(activeFile.value).toBe("/f/old.ts");
  expect(asked.map(({ name }) => name)).toEqual(["openDocument"]);
});
