import { createHostCore, EventHub, systemClock } from "@tandem/host";
import { MemoryHost } from "@tandem/host/testing";
import { expect, it } from "vitest";
import { ActivityLog } from "./activity-log.js";

it("the log tells who came, what they called, what became of it, and who has gone", async () => {
  const lines: string[] = [];
  const log = new ActivityLog((line) => void lines.push(line.replace(/\d+ ms/, "5 ms")));
  const host = new MemoryHost({ files: { "a.ts": "one\n" } });
  const hub = new EventHub(systemClock, () => {});
  const core = createHostCore(host, {
    hub,
    mode: () => "review",
    canDecide: () => true,
    onSettled: (call) => log.settled(call),
  });
  const unfollow = log.follow(core);
  const { agent, leave } = core.agents.join({ name: "Rower", version: "1.0" });
  const call = (tool: string, input: object) => core.dispatch({ agent, tool, input });

  await call("ide.editor.getContent", { file: "/project/b.ts" });
  const edit = { file: "/project/a.ts", startLine: 1, endLine: 1, newText: "1" };
  await call("ide.editor.replaceRange", { ...edit, review: "defer" });
  expect(log.lastTool(agent)).toBe("ide.editor.replaceRange");
  await core.decisions.decideReview(core.reviews.pending()[0]?.id ?? "", "reject", "");
  leave();
  expect(log.lastTool(agent)).toBeUndefined();
  expect(lines).toEqual([
    "Rower 1.0 has connected (oxide)",
    expect.stringMatching(/^Rower: ide\.editor\.getContent, 5 ms, FILE_NOT_FOUND: .*b\.ts/),
    "Rower: ide.editor.replaceRange, 5 ms, ok",
    "Rower: the change of a.ts is rejected",
    "Rower has gone",
  ]);
  unfollow();
  log.dispose();
  core.close();
  hub.close();
});
