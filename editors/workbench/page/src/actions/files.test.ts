import type { ReviewView, TabView } from "@tandem/workbench-shared";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useChannel } from "../backend.js";
import type { Channel } from "../channel.js";
import { question } from "../state/dialogs.js";
import { pending } from "../state/reviews.js";
import { activeFile, openTabs, proposedFiles } from "../state/tabs.js";
import { closeTab, openFile } from "./files.js";

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
  pending.value = [];
  proposedFiles.value = [];
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

const proposal = (kind: ReviewView["kind"], relative: string) => ({ id: "r", kind, file: `/f/${relative}`, relative });

/** Answers the questions in their order. */
async function answer(...answers: readonly string[]): Promise<void> {
  for (const value of answers) {
    await vi.waitUntil(() => question.value);
    question.value?.answer(value);
  }
}

it("closing a tab rejects nothing if the last question is answered with Cancel", async () => {
  openTabs.value = [{ ...tab("old.ts"), dirty: true }];
  pending.value = [proposal("edit", "old.ts") as ReviewView];
  await Promise.all([closeTab("/f/old.ts"), answer("close", "cancel")]);
  expect(asked).toEqual([]);
});

it("closing a tab that only a review speaks of leaves the rejection to the backend", async () => {
  pending.value = [proposal("create", "new.ts") as ReviewView];
  proposedFiles.value = ["/f/new.ts"];
  await Promise.all([closeTab("/f/new.ts"), answer("close")]);
  expect(asked).toEqual([{ name: "closeDocument", params: { file: "/f/new.ts", discard: false } }]);
});
