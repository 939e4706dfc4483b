/** Reviews from the proposal to the answer, through dispatch, as an agent and the developer meet them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReviewFixture, reviewFixture, turns } from "../testing/review-fixture.js";

const A = "/project/a.ts";
const files = { "a.ts": "one\ntwo\nthree\nfour\nfive\n", "b.ts": "uno\ndos\n" };
const edit = { file: A, startLine: 2, endLine: 2, newText: "TWO" };

/** A replaceRange of ada's that waits, and the id of its review. */
async function waiting({ call, core, ada }: ReviewFixture, input: object = edit) {
  const answer = call(ada, "ide.editor.replaceRange", input);
  await turns();
  const id = core.reviews.pending().at(-1)?.id ?? "none";
  return { answer, id };
}

describe("a proposal in review mode", () => {
  it("changes nothing until it is accepted, then answers where the new text is", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk, { ...edit, newText: "TWO\n2½\n" });
    expect(desk.host.liveText("a.ts")).toBe(files["a.ts"]);
    await desk.core.decisions.decideReview(id, "accept", "");
    expect(desk.host.liveText("a.ts")).toBe("one\nTWO\n2½\nthree\nfour\nfive\n");
    expect(await answer).toEqual({
      ok: true,
      value: {
        applied: true,
        newRange: { startLine: 2, endLine: 3 },
        version: 2,
        review: {
          id,
          state: "accepted",
          file: A,
          kind: "edit",
          hunks: [{ verdict: "accepted", startLine: 2, removed: "two\n", added: "TWO\n2½\n", edited: false }],
        },
      },
    });
  });

  it("answers a rejection with the developer's words", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk);
    await desk.core.decisions.commentHunk(id, 0, "keep it");
    await desk.core.decisions.decideReview(id, "reject", "not now");
    expect(await answer).toMatchObject({
      ok: true,
      value: {
        applied: false,
        version: 1,
        review: { state: "rejected", comment: "not now", hunks: [{ verdict: "rejected", comment: "keep it" }] },
      },
    });
    expect(desk.host.liveText("a.ts")).toBe(files["a.ts"]);
  });

  it("lands exactly the hunk that was accepted", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk, {
      file: A,
      startLine: 1,
      endLine: 5,
      newText: "ONE\ntwo\nthree\nfour\nFIVE",
    });
    expect(desk.review(id).hunks).toHaveLength(2);
    await desk.core.decisions.decideHunks(id, [{ hunk: 1, verdict: "accepted" }]);
    expect(desk.host.liveText("a.ts")).toBe(files["a.ts"]);
    await desk.core.decisions.decideHunks(id, [{ hunk: 0, verdict: "rejected" }]);
    expect(desk.host.liveText("a.ts")).toBe("one\ntwo\nthree\nfour\nFIVE\n");
    expect(await answer).toMatchObject({
      value: {
        applied: true,
        review: {
          state: "partly-accepted",
          hunks: [{ verdict: "rejected" }, { verdict: "accepted", added: "FIVE\n" }],
        },
      },
    });
  });

  it("lands what the developer made of a hunk, and says so", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk);
    await desk.core.decisions.editHunk(id, 0, "Two!\nand more\n");
    await desk.core.decisions.decideReview(id, "accept", "");
    expect(desk.host.liveText("a.ts")).toBe("one\nTwo!\nand more\nthree\nfour\nfive\n");
    expect(await answer).toMatchObject({
      value: {
        applied: true,
        newRange: { startLine: 2, endLine: 3 },
        review: { state: "partly-accepted", hunks: [{ added: "Two!\nand more\n", edited: true }] },
      },
    });
  });

  it("moves with what is typed before it", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk);
    await desk.host.type("a.ts", { from: 0, to: 0, insert: "zero\n" });
    await desk.core.decisions.decideReview(id, "accept", "");
    expect(desk.host.liveText("a.ts")).toBe("zero\none\nTWO\nthree\nfour\nfive\n");
    expect(await answer).toMatchObject({ value: { applied: true, newRange: { startLine: 3, endLine: 3 } } });
  });

  it("lands where two hunks stand when only the second line range moved", async () => {
    const desk = reviewFixture({ files });
    const first = await desk.propose("a.ts", 1, 1, "ONE\n1½");
    const second = await desk.propose("a.ts", 4, 4, "FOUR", desk.bob);
    await desk.core.decisions.decideReview(first.id, "accept", "");
    await desk.core.decisions.decideReview(second.id, "accept", "");
    expect(desk.host.liveText("a.ts")).toBe("ONE\n1½\ntwo\nthree\nFOUR\nfive\n");
  });

  it("is marked stale for another agent when the same lines were accepted from the first", async () => {
    const desk = reviewFixture({ files });
    const first = await desk.propose("a.ts", 2, 2, "from ada");
    const second = await desk.propose("a.ts", 2, 3, "from bob", desk.bob);
    await desk.core.decisions.decideReview(first.id, "accept", "");
    expect(desk.review(second.id)).toMatchObject({ state: "pending", hunks: [{ stale: true }] });
  });

  it("is refused if it changes nothing", async () => {
    const { call, ada, core } = reviewFixture({ files });
    const result = await call(ada, "ide.editor.replaceRange", { ...edit, newText: "two\n" });
    expect(result).toMatchObject({ ok: false, error: { code: "INVALID_INPUT" } });
    expect(core.reviews.all()).toEqual([]);
  });

  it.each([
    ["a range past the end", { startLine: 9, endLine: 9 }, "RANGE_INVALID"],
    ["a version that has moved on", { version: 7 }, "STALE"],
    ["text that is not there", { expectedText: "deux" }, "STALE"],
    ["a missing file", { file: "/project/none.ts" }, "FILE_NOT_FOUND"],
    ["a file elsewhere", { file: "/etc/passwd" }, "OUTSIDE_WORKSPACE"],
  ])("is refused for %s", async (_, wrong, code) => {
    const { call, ada, core } = reviewFixture({ files });
    expect(await call(ada, "ide.editor.replaceRange", { ...edit, ...wrong })).toMatchObject({ error: { code } });
    expect(core.reviews.all()).toEqual([]);
  });

  it("is refused with a hint where nobody can decide", async () => {
    const { call, ada, core } = reviewFixture({ files, canDecide: false });
    const result = await call(ada, "ide.editor.replaceRange", edit);
    expect(result).toMatchObject({ error: { code: "NOT_ALLOWED", hint: expect.stringContaining("--mode trust") } });
    expect(core.reviews.all()).toEqual([]);
  });
});

describe("a proposal that is accepted as it is", () => {
  const text = fc.constantFrom("", "\n", "a", "a\n", "a\nb", "a\nb\nc\n", "a\n\nb\n", "a\nb\nc\nd");
  const newText = fc.constantFrom("", "x", "x\n", "a", "a\nx", "x\ny\nz\n", "b\n", "\n", "a\nb\nc");
  const range = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -1, max: 3 }));

  it("answers and leaves the same text as in trust mode", async () => {
    await fc.assert(
      fc.asyncProperty(text, newText, range, async (before, insert, [startLine, more]) => {
        const input = { file: A, startLine, endLine: startLine + more, newText: insert };
        const trusted = reviewFixture({ files: { "a.ts": before }, mode: "trust" });
        const at = await trusted.call(trusted.ada, "ide.editor.replaceRange", input);
        const reviewed = reviewFixture({ files: { "a.ts": before } });
        const { answer, id } = await waiting(reviewed, input);
        if (id === "none") {
          expect(trusted.host.liveText("a.ts")).toBe(before);
          return;
        }
        await reviewed.core.decisions.decideReview(id, "accept", "");
        expect(reviewed.host.liveText("a.ts")).toBe(trusted.host.liveText("a.ts"));
        const [then, now] = [at, await answer].map((result) => result.ok && result.value);
        expect(now).toMatchObject({ ...then });
      }),
      { numRuns: 500 },
    );
  });
});

describe("more proposals of one agent for one file", () => {
  it("become one review that contains both and supersedes the first", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk);
    const second = await desk.propose("a.ts", 5, 5, "FIVE");
    expect(await answer).toMatchObject({
      value: { applied: false, review: { state: "superseded", supersededBy: second.id } },
    });
    expect(desk.review(id).state).toBe("superseded");
    await desk.core.decisions.decideReview(second.id, "accept", "");
    expect(desk.host.liveText("a.ts")).toBe("one\nTWO\nthree\nfour\nFIVE\n");
  });

  it("take the newer one for the same lines", async () => {
    const desk = reviewFixture({ files });
    await desk.propose("a.ts", 2, 2, "first");
    const second = await desk.propose("a.ts", 2, 2, "second");
    expect(second.hunks).toMatchObject([{ insert: "second\n" }]);
    expect(desk.core.reviews.pending()).toHaveLength(1);
  });

  it("join the one that waits if they are the same, and share its outcome", async () => {
    const desk = reviewFixture({ files });
    const first = await waiting(desk);
    const again = await waiting(desk);
    expect(desk.core.reviews.all()).toHaveLength(1);
    await desk.core.decisions.decideReview(first.id, "accept", "");
    expect(await again.answer).toEqual(await first.answer);
    expect(desk.host.liveText("a.ts")).toBe("one\nTWO\nthree\nfour\nfive\n");
  });

  it("join also if they come at the same moment", async () => {
    const { call, core, ada } = reviewFixture({ files });
    const both = [1, 2].map(() => call(ada, "ide.editor.replaceRange", { ...edit, review: "defer" }));
    await Promise.all(both);
    expect(core.reviews.pending()).toHaveLength(1);
  });

  it("supersede also if they come at the same moment", async () => {
    const { call, core, ada } = reviewFixture({ files });
    const texts = ["x", "y"].map((newText) => ({ ...edit, newText, review: "defer" }));
    await Promise.all(texts.map((input) => call(ada, "ide.editor.replaceRange", input)));
    expect(core.reviews.pending()).toHaveLength(1);
  });

  it("join the review that took its place, wherever the lines are by now", async () => {
    const desk = reviewFixture({ files });
    await desk.propose("a.ts", 2, 1, "1½");
    await desk.propose("a.ts", 5, 5, "FIVE");
    await desk.host.type("a.ts", { from: 0, to: 0, insert: "zero\n" });
    await desk.propose("a.ts", 2, 1, "1½");
    for (const { id } of desk.core.reviews.pending()) await desk.core.decisions.decideReview(id, "accept", "");
    expect(desk.host.liveText("a.ts")).toBe("zero\none\n1½\ntwo\nthree\nfour\nFIVE\n");
  });

  it("do not make a deletion part of an edit", async () => {
    const desk = reviewFixture({ files });
    await desk.call(desk.ada, "ide.file.delete", { file: A, review: "defer" });
    const second = await desk.propose("a.ts", 6, 5, "six");
    expect(second.hunks).toMatchObject([{ removed: "", insert: "six\n" }]);
  });
});

describe("other agents", () => {
  it("cannot see, await or withdraw it", async () => {
    const { call, propose, core, bob, ada } = reviewFixture({ files });
    const { id } = await propose("a.ts", 2, 2, "TWO");
    expect(await call(bob, "ide.review.list", {})).toEqual({ ok: true, value: { reviews: [] } });
    expect(await call(bob, "ide.review.wait", { id })).toMatchObject({ error: { code: "REVIEW_NOT_FOUND" } });
    expect(await call(bob, "ide.review.withdraw", { id })).toMatchObject({ error: { code: "REVIEW_NOT_FOUND" } });
    expect(await call(bob, "ide.editor.replaceRange", { ...edit, review: "defer" })).toMatchObject({ ok: true });
    expect(core.reviews.pending()).toHaveLength(2);
    expect(await call(ada, "ide.review.list", { pending: true })).toMatchObject({ value: { reviews: [{ id }] } });
  });
});

describe("withdrawing", () => {
  it("ends the review, tells who waits, and cannot be done twice", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk);
    const withdrawn = { value: { review: { id, state: "withdrawn" } } };
    expect(await desk.call(desk.ada, "ide.review.withdraw", { id })).toMatchObject(withdrawn);
    expect(await answer).toMatchObject({ value: { applied: false, ...withdrawn.value } });
    expect(await desk.call(desk.ada, "ide.review.withdraw", { id })).toMatchObject({ error: { code: "STALE" } });
    expect(desk.host.liveText("a.ts")).toBe(files["a.ts"]);
  });
});
