import { createHostCore, EventHub, systemClock } from "@tandem/host";
import { MemoryHost } from "@tandem/host/testing";
import { expect, it, onTestFinished } from "vitest";
import { Documents } from "../documents.js";
import { deskReviews } from "./desk-reviews.js";

const FILE = "/project/src/a.txt";

async function shown(tool: string, input: object) {
  const hub = new EventHub(systemClock, () => {});
  const host = new MemoryHost({ files: { "src/a.txt": "one\n" } });
  const core = createHostCore(host, { hub, mode: () => "review", canDecide: () => true });
  const gone = new AbortController();
  onTestFinished(() => {
    gone.abort();
    core.close();
    hub.close();
  });
  const { agent } = core.agents.join({ name: "tester", version: "1" });
  void core.dispatch({ agent, tool, input: { file: FILE, ...input }, gone: () => gone.signal });
  await new Promise<void>((resolve) => core.reviews.onChange(resolve));
  return deskReviews(core, new Documents()).pending()[0];
}

it("a review of our own has the file's name, and can be taken in parts", async () => {
  const edit = { startLine: 1, endLine: 1, newText: "two" };
  expect(await shown("ide.editor.replaceRange", edit)).toMatchObject({
    title: "a.txt",
    writer: "host",
    saves: false,
    editable: true,
  });
});

it("a review under a dialect's terms says them", async () => {
  const terms = { title: "NEXUS3: a.txt", writes: "host", save: true, editable: false };
  expect(await shown("ide.review.propose", { change: { text: "two\n" }, ...terms })).toMatchObject({
    title: "NEXUS3: a.txt",
    writer: "host",
    saves: true,
    editable: false,
  });
});

it("a decided review is told without what it proposed", async () => {
  const hub = new EventHub(systemClock, () => {});
  const host = new MemoryHost({ files: { "src/a.txt": "one\n" } });
  const core = createHostCore(host, { hub, mode: () => "review", canDecide: () => true });
  onTestFinished(() => {
    core.close();
    hub.close();
  });
  const { agent } = core.agents.join({ name: "tester", version: "1" });
  const input = { file: FILE, startLine: 1, endLine: 1, newText: "two", review: "defer" };
  await core.dispatch({ agent, tool: "ide.editor.replaceRange", input });
  await core.decisions.decideReview(core.reviews.pending()[0]?.id ?? "", "accept", "");
  const views = deskReviews(core, new Documents()).decided();
  expect(views).toMatchObject([{ state: "accepted", hunks: [], added: 1, removed: 1, undoable: true }]);
});
