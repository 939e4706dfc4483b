/** Changes that wait for the developer, what they decide, and what the agent hears of it. */
import type { ToolName } from "@tandem/protocol";
import { expect } from "vitest";
import type { HostSetup } from "../helpers/hosts.js";
import type { Scene } from "../helpers/scene.js";
import { verifies } from "../helpers/verifies.js";

const TEXT = "one\ntwo\nthree\n";
const setup: HostSetup = { mode: "review", files: { "a.txt": TEXT, "b.txt": TEXT, ".envrc": "use\n" } };

/** Proposes new lines for a range of `a.txt`. */
function propose({ call, path }: Scene, startLine: number, endLine: number, newText: string, review?: "defer") {
  const input = { file: path("a.txt"), startLine, endLine, newText, ...(review && { review }) };
  return call("ide.editor.replaceRange", input);
}

/** The id of a proposal that nobody waits for. */
async function deferred(scene: Scene, newText = "1"): Promise<string> {
  const { review } = await propose(scene, 1, 1, newText, "defer");
  return review?.id ?? "";
}

verifies("editor.replaceRange:review", setup, async (scene) => {
  const answer = propose(scene, 2, 2, "2");
  const [review] = await scene.developer.waiting();
  expect(review).toMatchObject({ kind: "edit", state: "pending", agent: { name: "scenario-agent" } });
  expect(await scene.content("a.txt")).toBe(TEXT);
  if (review) await scene.developer.accept(review);
  await answer;
  expect(await scene.content("a.txt")).toBe("one\n2\nthree\n");
  expect((await scene.host.onDisk("a.txt")).toString()).toBe(TEXT);
});

verifies("editor.replaceRange:accepted", setup, async (scene) => {
  const answer = propose(scene, 2, 2, "2\n2½");
  for (const review of await scene.developer.waiting()) await scene.developer.accept(review, "Thanks");
  const { version } = await scene.call("ide.editor.getContent", { file: scene.path("a.txt") });
  expect(await answer).toMatchObject({
    applied: true,
    newRange: { startLine: 2, endLine: 3 },
    version,
    review: { state: "accepted", comment: "Thanks", hunks: [{ verdict: "accepted", startLine: 2, edited: false }] },
  });
});

verifies("editor.replaceRange:rejected", setup, async (scene) => {
  const answer = propose(scene, 2, 2, "2");
  for (const review of await scene.developer.waiting()) await scene.developer.reject(review, "Words, please");
  expect(await answer).toMatchObject({
    applied: false,
    newRange: { startLine: 2, endLine: 2 },
    review: { state: "rejected", comment: "Words, please", hunks: [{ verdict: "rejected", startLine: 2 }] },
  });
  expect(await scene.content("a.txt")).toBe(TEXT);
});

verifies("editor.replaceRange:partly", setup, async (scene) => {
  const answer = propose(scene, 1, 3, "1\ntwo\n3");
  for (const review of await scene.developer.waiting()) {
    await scene.developer.remark(review, 1, "Not this one");
    await scene.developer.judge(review, "accepted", "rejected");
  }
  const { applied, newRange, review } = await answer;
  expect({ applied, newRange }).toEqual({ applied: true, newRange: { startLine: 1, endLine: 3 } });
  expect(review).toMatchObject({
    state: "partly-accepted",
    hunks: [
      { verdict: "accepted", startLine: 1, added: "1\n" },
      { verdict: "rejected", startLine: 3, added: "3\n", comment: "Not this one" },
    ],
  });
  expect(await scene.content("a.txt")).toBe("1\ntwo\nthree\n");
});

verifies("editor.replaceRange:edited", setup, async (scene) => {
  const answer = propose(scene, 2, 2, "2");
  for (const review of await scene.developer.waiting()) {
    await scene.developer.rewrite(review, 0, "II\nzwei\n");
    await scene.developer.accept(review);
  }
  expect(await answer).toMatchObject({
    applied: true,
    newRange: { startLine: 2, endLine: 3 },
    review: { state: "partly-accepted", hunks: [{ verdict: "accepted", added: "II\nzwei\n", edited: true }] },
  });
  expect(await scene.content("a.txt")).toBe("one\nII\nzwei\nthree\n");
});

verifies("editor.replaceRange:defer", setup, async (scene) => {
  const { applied, review } = await propose(scene, 1, 1, "1", "defer");
  expect({ applied, review }).toMatchObject({ applied: false, review: { state: "pending" } });
  const outcome = scene.call("ide.review.wait", { id: review?.id ?? "" });
  for (const waiting of await scene.developer.waiting()) await scene.developer.accept(waiting);
  expect(await outcome).toMatchObject({ review: { id: review?.id, state: "accepted" } });
  expect(await scene.content("a.txt")).toBe("1\ntwo\nthree\n");
});

verifies("editor.replaceRange:retry", setup, async (scene) => {
  const id = await deferred(scene);
  const again = propose(scene, 1, 1, "1");
  await expect.poll(() => scene.host.core?.reviews.isAwaited(id)).toBe(true);
  const waiting = await scene.developer.waiting();
  expect(waiting).toHaveLength(1);
  for (const review of waiting) await scene.developer.accept(review);
  expect(await again).toMatchObject({ applied: true, review: { id, state: "accepted" } });
  expect(await scene.content("a.txt")).toBe("1\ntwo\nthree\n");
});

verifies("review.wait", setup, async (scene) => {
  const id = await deferred(scene);
  expect(await scene.call("ide.review.wait", { id, waitMs: 0 })).toMatchObject({
    review: { state: "pending", hunks: [{ verdict: "undecided" }] },
  });
  for (const review of await scene.developer.waiting()) await scene.developer.reject(review, "No");
  expect(await scene.call("ide.review.wait", { id })).toMatchObject({ review: { state: "rejected", comment: "No" } });
});

verifies("review.list", setup, async (scene) => {
  expect(await scene.call("ide.review.list", {})).toEqual({ reviews: [] });
  const first = await deferred(scene);
  for (const review of await scene.developer.waiting()) await scene.developer.accept(review);
  const { review } = await scene.call("ide.file.delete", { file: scene.path("b.txt"), review: "defer" });
  expect(await scene.call("ide.review.list", {})).toMatchObject({
    reviews: [
      { id: first, state: "accepted", file: scene.path("a.txt"), kind: "edit" },
      { id: review?.id, state: "pending", file: scene.path("b.txt"), kind: "delete" },
    ],
  });
  const { reviews } = await scene.call("ide.review.list", { pending: true });
  expect(reviews.map(({ id }) => id)).toEqual([review?.id]);
});

verifies("review.withdraw", setup, async (scene) => {
  const id = await deferred(scene);
  expect(await scene.call("ide.review.withdraw", { id })).toMatchObject({ review: { id, state: "withdrawn" } });
  expect(scene.host.core?.reviews.pending()).toEqual([]);
  expect(await scene.failure("ide.review.withdraw", { id })).toMatchObject({ code: "STALE" });
  expect(await scene.content("a.txt")).toBe(TEXT);
});

verifies("review:not-found", setup, async (scene) => {
  const other = await scene.connect({ name: "another" });
  const id = await deferred(scene);
  for (const tool of ["ide.review.wait", "ide.review.withdraw"] as const) {
    expect(await scene.failure(tool, { id: "unheard-of" }), tool).toMatchObject({ code: "REVIEW_NOT_FOUND" });
    const refused = await other.callTool({ name: tool, arguments: { id } });
    expect(JSON.stringify(refused.content), tool).toContain("REVIEW_NOT_FOUND");
  }
  const { structuredContent } = await other.callTool({ name: "ide.review.list", arguments: {} });
  expect(structuredContent).toEqual({ reviews: [] });
  expect(scene.host.core?.reviews.pending()).toHaveLength(1);
});

verifies("editor.applyEdits:review", setup, async (scene) => {
  const edits = [{ startLine: 1, endLine: 1, newText: "1" }];
  const files = ["a.txt", "b.txt"].map((name) => ({ file: scene.path(name), edits }));
  const answer = scene.call("ide.editor.applyEdits", { files });
  const [first, second] = await scene.developer.waiting(2);
  if (first) await scene.developer.accept(first);
  if (second) await scene.developer.reject(second);
  expect(await answer).toMatchObject({
    applied: false,
    files: [
      { file: scene.path("a.txt"), applied: true, review: { state: "accepted" } },
      { file: scene.path("b.txt"), applied: false, review: { state: "rejected" } },
    ],
  });
  expect(await scene.content("a.txt")).toBe("1\ntwo\nthree\n");
  expect(await scene.content("b.txt")).toBe(TEXT);
});

verifies("file.create:review", setup, async (scene) => {
  const file = scene.path("new/c.txt");
  const answer = scene.call("ide.file.create", { file, text: "see\n" });
  const [review] = await scene.developer.waiting();
  expect(await scene.failure("ide.editor.getContent", { file })).toMatchObject({ code: "FILE_NOT_FOUND" });
  if (review) await scene.developer.accept(review);
  expect(await answer).toMatchObject({ applied: true, file, review: { state: "accepted", kind: "create" } });
  expect(await scene.content("new/c.txt")).toBe("see\n");
});

verifies("file.delete:review", setup, async (scene) => {
  const file = scene.path("a.txt");
  const kept = scene.call("ide.file.delete", { file });
  for (const review of await scene.developer.waiting()) await scene.developer.reject(review, "Needed");
  expect(await kept).toMatchObject({ applied: false, review: { state: "rejected", comment: "Needed" } });
  expect(await scene.content("a.txt")).toBe(TEXT);
  const gone = scene.call("ide.file.delete", { file });
  for (const review of await scene.developer.waiting()) await scene.developer.accept(review);
  expect(await gone).toMatchObject({ applied: true, review: { state: "accepted", kind: "delete" } });
  expect(await scene.failure("ide.editor.getContent", { file })).toMatchObject({ code: "FILE_NOT_FOUND" });
});

/** One call of every tool that proposes. */
function proposals({ path }: Scene): readonly (readonly [ToolName, Record<string, unknown>])[] {
  const edit = { startLine: 1, endLine: 1, newText: "1" };
  return [
    ["ide.editor.replaceRange", { file: path("a.txt"), ...edit }],
    ["ide.editor.applyEdits", { files: [{ file: path("b.txt"), edits: [edit] }] }],
    ["ide.file.create", { file: path("c.txt"), text: "" }],
    ["ide.file.delete", { file: path("a.txt") }],
  ];
}

verifies("trust:confirmation", setup, async (scene) => {
  const all = proposals(scene);
  for (const [name, input] of all) {
    await scene.client.callTool({ name, arguments: { ...input, review: "defer" } });
  }
  expect(await scene.developer.waiting(all.length)).toHaveLength(all.length);
  for (const name of ["a.txt", "b.txt"]) expect(await scene.content(name)).toBe(TEXT);
  expect(await scene.failure("ide.editor.getContent", { file: scene.path("c.txt") })).toMatchObject({
    code: "FILE_NOT_FOUND",
  });
});

verifies("trust:protected", { ...setup, mode: "trust" }, async (scene) => {
  expect(await propose(scene, 1, 1, "1")).toMatchObject({ applied: true });
  const edit = { file: scene.path(".envrc"), startLine: 1, endLine: 1, newText: "run me" };
  const { applied, review } = await scene.call("ide.editor.replaceRange", { ...edit, review: "defer" });
  expect({ applied, review }).toMatchObject({ applied: false, review: { state: "pending" } });
  expect(await scene.content(".envrc")).toBe("use\n");
});

verifies("trust:nobody-decides", setup, async (scene) => {
  for (const [tool, input] of proposals(scene)) {
    expect(await scene.failure(tool, input), tool).toMatchObject({
      code: "NOT_ALLOWED",
      hint: expect.stringContaining("--mode trust"),
    });
  }
  expect(await scene.content("a.txt")).toBe(TEXT);
});
