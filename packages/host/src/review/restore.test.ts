import { describe, expect, it } from "vitest";
import { EventHub } from "../events/event-hub.js";
import { createHostCore } from "../host-core.js";
import { FakeClock } from "../testing/fake-clock.js";
import { MemoryHost } from "../testing/memory-host.js";
import { turns } from "../testing/review-fixture.js";
import type { Review } from "./review.js";

/** A start on the same files, with what the journal held when the end came. */
function start(files: Record<string, string>, records: readonly Review[] = []) {
  const written: Review[] = [...records];
  const clock = new FakeClock();
  const host = new MemoryHost({ files });
  const core = createHostCore(host, {
    mode: () => "review",
    hub: new EventHub(clock, () => {}),
    clock,
    canDecide: () => true,
    journal: { records, append: async (reviews) => void written.push(...reviews) },
  });
  const { agent } = core.agents.join({ name: "ada", version: "1" });
  const propose = (tool: string, input: object) =>
    core.dispatch({ agent, tool, input: tool === "ide.review.propose" ? input : { ...input, review: "defer" } });
  return { core, host, written, propose };
}

describe("a new start after a crash in the middle of a decision", () => {
  it.each([
    ["a file that was made", "ide.file.create", { file: "/project/n.ts", text: "new\n" }, { "n.ts": "new\n" }],
    [
      "a file with a BOM and line ends of its own",
      "ide.file.create",
      { file: "/project/n.ts", text: "\uFEFFa\r\nb\r\n" },
      { "n.ts": "a\nb\n" },
    ],
    ["a file that was removed", "ide.file.delete", { file: "/project/a.ts" }, {}],
  ])("knows that %s was the developer's doing", async (_, tool, input, after) => {
    const first = start({ "a.ts": "one\n" });
    await first.propose(tool, input);
    const id = first.core.reviews.pending()[0]?.id ?? "";
    await first.core.decisions.decideReview(id, "accept", "");
    const intended = first.written.filter(({ state }) => state === "pending");
    const second = start(after as Record<string, string>, intended);
    await second.core.restore();
    expect(second.core.reviews.get(id)).toMatchObject({ state: "accepted" });
    expect(second.written.at(-1)).toMatchObject({ id, state: "accepted" });
  });

  it.each([
    ["was not made", "ide.file.create", { file: "/project/n.ts", text: "new\n" }, { "a.ts": "one\n" }],
    ["was made by others", "ide.file.create", { file: "/project/n.ts", text: "new\n" }, { "n.ts": "other\n" }],
    ["is still there", "ide.file.delete", { file: "/project/a.ts" }, { "a.ts": "one\n" }],
  ])("leaves it to be decided if the file %s", async (_, tool, input, after) => {
    const first = start({ "a.ts": "one\n" });
    await first.propose(tool, input);
    const id = first.core.reviews.pending()[0]?.id ?? "";
    await first.core.decisions.decideReview(id, "accept", "");
    const intended = first.written.filter(({ state }) => state === "pending");
    const second = start(after, intended);
    await second.core.restore();
    expect(second.core.reviews.get(id)).toMatchObject({
      state: "pending",
      agentGone: true,
      hunks: [{ verdict: "undecided" }],
    });
  });

  const saving = { file: "/project/a.ts", title: "a.ts", writes: "host", save: true, editable: true };

  /** The records of an accepted change that was to be saved, but for the last. */
  async function intendedSave() {
    const first = start({ "a.ts": "one\ntwo\n" });
    void first.propose("ide.review.propose", { ...saving, change: { text: "one\nTWO\n" } });
    await turns();
    const id = first.core.reviews.pending()[0]?.id ?? "";
    await first.core.decisions.decideReview(id, "accept", "");
    expect(first.host.savedText("a.ts")).toBe("one\nTWO\n");
    return { id, intended: first.written.filter(({ state }) => state === "pending") };
  }

  it("knows that what was changed and saved was the developer's doing", async () => {
    const { id, intended } = await intendedSave();
    const second = start({ "a.ts": "one\nTWO\n" }, intended);
    await second.core.restore();
    expect(second.core.reviews.get(id)).toMatchObject({ state: "accepted", finalText: "one\nTWO\n" });
  });

  it("leaves what was not saved yet to be decided", async () => {
    const { id, intended } = await intendedSave();
    const second = start({ "a.ts": "one\ntwo\n" }, intended);
    await second.core.restore();
    const hunks = [{ verdict: "undecided", stale: false }];
    expect(second.core.reviews.get(id)).toMatchObject({ state: "pending", hunks });
  });
});
