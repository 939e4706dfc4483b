import { EventHub, SelectionTracker, systemClock } from "@tandem/host";
import type { IdeEvent } from "@tandem/protocol";
import { describe, expect, onTestFinished } from "vitest";
import { publishDocuments, publishMentions, trackSelection } from "./events.js";
import type { PageScene } from "./page/testing/page-scene.js";
import { it } from "./page/testing/scene-test.js";

function track(scene: PageScene) {
  const events: IdeEvent[] = [];
  const hub = new EventHub(systemClock, () => {});
  onTestFinished(() => hub.close());
  hub.subscribe({}, (event) => void events.push(event));
  const isPrivate = (file: string) => file.endsWith("b.txt");
  publishDocuments(scene.documents, hub, isPrivate);
  const tracker = new SelectionTracker(hub, isPrivate);
  trackSelection(scene.documents, scene.view, tracker);
  publishMentions(scene.view, hub);
  return { events, tracker };
}

const at = { line: 1, column: 4, startLine: 1, endLine: 2, selection: { from: 0, to: 3 } };
const selected = { text: "one", start: { line: 1, column: 1 }, end: { line: 1, column: 4 } };

describe("what is selected", () => {
  it("is current while a page has the focus, and the latest afterwards", async ({ scene, page, open }) => {
    const { tracker } = track(scene);
    const { file } = await open("a.txt");
    await page.request("setFocus", { focused: true });
    await page.request("lookAt", { file, ...at });
    expect(tracker.get(false)).toEqual({ file, ...selected });
    await page.request("setFocus", { focused: false });
    expect([tracker.get(false), tracker.get(true)]).toEqual([undefined, { file, ...selected }]);
    await page.request("setFocus", { focused: true });
    expect(tracker.get(false)).toEqual({ file, ...selected });
  });

  it("is the latest alone when an agent's edit moves it in a page without the focus", async ({ scene, page, open }) => {
    const { tracker } = track(scene);
    const { file } = await open("a.txt");
    await page.request("lookAt", { file, ...at });
    expect([tracker.get(false), tracker.get(true)]).toEqual([undefined, { file, ...selected }]);
  });

  it("is current until the last page with the focus is closed", async ({ scene, page, open }) => {
    const { tracker } = track(scene);
    const other = scene.connect();
    const { file } = await open("a.txt");
    await page.request("setFocus", { focused: true });
    await other.request("setFocus", { focused: true });
    await page.request("lookAt", { file, ...at });
    page.close();
    expect(tracker.get(false)).toEqual({ file, ...selected });
    other.close();
    expect(tracker.get(false)).toBeUndefined();
    expect(tracker.get(true)).toEqual({ file, ...selected });
  });

  it("is not told of a private file", async ({ scene, page, open }) => {
    const { tracker, events } = track(scene);
    const { file } = await open("b.txt");
    await page.request("setFocus", { focused: true });
    await page.request("lookAt", { file, ...at });
    expect([tracker.get(false), tracker.get(true), events]).toEqual([undefined, undefined, []]);
  });
});

it("what happens to documents is told, unless they are private", async ({ scene, open }) => {
  const { events } = track(scene);
  const { file } = await open("a.txt");
  await open("b.txt");
  for (const document of scene.documents.all()) await scene.documents.close(document);
  expect(events.map(({ name, payload }) => [name, payload])).toEqual([
    ["ide.event.fileOpened", { file }],
    ["ide.event.fileClosed", { file }],
  ]);
});

describe("a mention", () => {
  it("is told with its lines, or of the whole file", async ({ scene, page, open }) => {
    const { events } = track(scene);
    const { file } = await open("a.txt");
    await page.request("mention", { file, lines: { startLine: 1, endLine: 2 } });
    await page.request("mention", { file });
    expect(events.slice(1)).toEqual([
      { name: "ide.event.mentioned", payload: { file, startLine: 1, endLine: 2 } },
      { name: "ide.event.mentioned", payload: { file } },
    ]);
  });

  it("is of an open file", async ({ page }) => {
    expect(await page.failure("mention", { file: "/etc/passwd" })).toBe("FILE_NOT_OPEN");
  });
});
