/** Proposals under the terms of a dialect: who writes, what may be taken, and what the agent is told. */
import { errors } from "@tandem/protocol";
import { describe, expect, it } from "vitest";
import { Disconnected } from "../disconnected.js";
import type { CallResult } from "../dispatch.js";
import { type FixtureOptions, type ReviewFixture, reviewFixture, turns } from "../testing/review-fixture.js";

const files = { "a.ts": "one\ntwo\nthree\n" };
const file = "/project/a.ts";
const text = "ONE\ntwo\nTHREE\n";

const terms = {
  nexus3: { title: "NEXUS3: a.ts", writes: "host", save: true, editable: true },
  claude: { title: "a.ts", writes: "agent", editable: true },
  clio: { title: "a.ts", writes: "nobody", editable: false },
} as const;

/** Proposes, and waits until it is shown. */
async function shown(options: FixtureOptions, input: Record<string, unknown>, extra = {}) {
  const fixture = reviewFixture({ files, ...options });
  const answer = fixture.call(fixture.ada, "ide.review.propose", { file, ...input }, extra);
  await turns();
  return { ...fixture, answer, pending: () => fixture.core.reviews.pending() };
}

function answerOf(result: CallResult): Record<string, unknown> {
  if (!result.ok) throw result.error;
  return result.value;
}

function idOf({ core }: Pick<ReviewFixture, "core">): string {
  return core.reviews.pending()[0]?.id ?? "";
}

describe("an accepted proposal", () => {
  it("is saved by the host before the agent is told, if those are its terms", async () => {
    const fixture = await shown({}, { ...terms.nexus3, change: { text } });
    await fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    expect(answerOf(await fixture.answer)).toMatchObject({ accepted: true, finalText: text });
    expect(fixture.host.savedText("a.ts")).toBe(text);
  });

  it("is left for the agent to write, if those are its terms", async () => {
    const fixture = await shown({}, { ...terms.claude, change: { text } });
    await fixture.core.decisions.decideHunks(idOf(fixture), [
      { hunk: 0, verdict: "accepted" },
      { hunk: 1, verdict: "rejected" },
    ]);
    expect(answerOf(await fixture.answer)).toMatchObject({ accepted: true, finalText: "ONE\ntwo\nthree\n" });
    expect(fixture.host.liveText("a.ts")).toBe(files["a.ts"]);
    expect(fixture.host.savedText("a.ts")).toBe(files["a.ts"]);
  });

  it.each([
    ["moved", { from: 0, to: 0, insert: "zero\n" }, "zero\nONE\ntwo\nTHREE\n"],
    ["was changed under it", { from: 0, to: 3, insert: "1" }, undefined],
  ])("fits the text that comes back if that %s while it was read", async (_, typing, finalText) => {
    let type = async () => {};
    const fixture = await shown(
      {
        texts: (own) => ({
          live: async (path) => {
            const live = await own.live(path);
            await type();
            return live;
          },
        }),
      },
      { ...terms.claude, change: { text } },
    );
    type = () => fixture.host.type("a.ts", typing);
    const deciding = fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    if (finalText === undefined) {
      await expect(deciding).rejects.toMatchObject({ code: "STALE" });
      expect(fixture.pending()).toHaveLength(1);
      return;
    }
    await deciding;
    expect(answerOf(await fixture.answer)).toMatchObject({ accepted: true, finalText });
  });

  it("comes back as the developer edited it", async () => {
    const fixture = await shown({}, { ...terms.claude, change: { text } });
    await fixture.core.decisions.editHunk(idOf(fixture), 0, "mine\n");
    await fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    expect(answerOf(await fixture.answer)).toMatchObject({ accepted: true, finalText: "mine\ntwo\nTHREE\n" });
  });

  it("comes back to the letter, line endings and all, if nothing else was accepted", async () => {
    const given = text.replaceAll("\n", "\r\n");
    const fixture = await shown({}, { ...terms.claude, change: { text: given } });
    await fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    expect(answerOf(await fixture.answer)["finalText"]).toBe(given);
  });

  it("stays, with its file as it was, if it cannot be saved", async () => {
    const failing = () => ({ save: async () => Promise.reject(errors.writeFailed(file, "the disk is full")) });
    const fixture = await shown({ texts: failing }, { ...terms.nexus3, change: { text } });
    const decided = fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    await expect(decided).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(fixture.host.liveText("a.ts")).toBe(files["a.ts"]);
    expect(fixture.pending()).toHaveLength(1);
  });

  it("makes the file that is not there", async () => {
    const made = "/project/b.ts";
    const fixture = await shown({}, { ...terms.nexus3, file: made, change: { text: "new\n" } });
    expect(fixture.pending()).toMatchObject([{ kind: "create" }]);
    await fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    expect(answerOf(await fixture.answer)).toMatchObject({ accepted: true, finalText: "new\n" });
    expect(fixture.host.savedText("b.ts")).toBe("new\n");
  });

  it("is shown again when it is only to be shown again", async () => {
    const again = { ...terms.clio, file, change: { text } };
    const fixture = await shown({}, again);
    await fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    await fixture.answer;
    const answer = fixture.call(fixture.ada, "ide.review.propose", again);
    await turns();
    expect(fixture.pending()).toHaveLength(1);
    await fixture.core.decisions.decideReview(idOf(fixture), "reject", "");
    expect(answerOf(await answer)).toMatchObject({ accepted: false });
  });

  it("is not asked about again when the agent carries it out to the letter, once", async () => {
    const fixture = await shown({}, { ...terms.clio, change: { before: "two", after: "TWO" } });
    await fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    expect(answerOf(await fixture.answer)).toMatchObject({ accepted: true, finalText: "one\nTWO\nthree\n" });
    const edits = [{ start: { line: 2, column: 1 }, end: { line: 2, column: 4 }, newText: "TWO" }];
    const carryOut = { file, title: "a.ts", writes: "host", editable: true, change: { edits } };
    expect(answerOf(await fixture.call(fixture.ada, "ide.review.propose", carryOut))).toEqual({
      accepted: true,
      finalText: "one\nTWO\nthree\n",
    });
    expect(fixture.host.liveText("a.ts")).toBe("one\nTWO\nthree\n");
    await fixture.host.type("a.ts", { from: 4, to: 7, insert: "two" });
    void fixture.call(fixture.ada, "ide.review.propose", carryOut);
    await turns();
    expect(fixture.pending()).toHaveLength(1);
  });

  it.each([
    ["another agent", "bob", "TWO"],
    ["another text", "ada", "2"],
  ] as const)("does not open the way for %s", async (_, who, newText) => {
    const fixture = await shown({}, { ...terms.clio, change: { before: "two", after: "TWO" } });
    await fixture.core.decisions.decideReview(idOf(fixture), "accept", "");
    const edits = [{ start: { line: 2, column: 1 }, end: { line: 2, column: 4 }, newText }];
    void fixture.call(fixture[who], "ide.review.propose", { file, ...terms.nexus3, change: { edits } });
    await turns();
    expect(fixture.pending()).toHaveLength(1);
    expect(fixture.host.liveText("a.ts")).toBe(files["a.ts"]);
  });
});

describe("a proposal with terms", () => {
  it("is taken or left as a whole, if the agent cannot take parts", async () => {
    const fixture = await shown({}, { ...terms.clio, change: { text } });
    const { decisions } = fixture.core;
    const parts = decisions.decideHunks(idOf(fixture), [{ hunk: 0, verdict: "accepted" }]);
    await expect(parts).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(decisions.editHunk(idOf(fixture), 0, "x")).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await fixture.host.type("a.ts", { from: 0, to: 1, insert: "x" });
    await expect(decisions.decideReview(idOf(fixture), "accept", "")).rejects.toMatchObject({ code: "STALE" });
    await decisions.decideReview(idOf(fixture), "reject", "");
    expect(answerOf(await fixture.answer)).toMatchObject({ accepted: false });
  });

  it("waits as long as the developer takes", async () => {
    const fixture = await shown({}, { ...terms.claude, change: { text } });
    await fixture.clock.advance(24 * 3_600_000);
    await fixture.core.decisions.decideReview(idOf(fixture), "reject", "");
    expect(answerOf(await fixture.answer)).toMatchObject({ accepted: false, review: { state: "rejected" } });
  });

  it("does not take in another of the same agent and file", async () => {
    const fixture = await shown({}, { ...terms.claude, change: { text } });
    void fixture.call(fixture.ada, "ide.review.propose", { file, ...terms.claude, change: { text: "else\n" } });
    await turns();
    expect(fixture.pending()).toHaveLength(2);
  });

  it.each([
    ["stays when the connection is lost, if the host would write", terms.nexus3, [{ agentGone: true }]],
    ["ends when the connection is lost, if only the agent could write", terms.claude, []],
  ])("%s", async (_, dialect, left) => {
    const leaving = new AbortController();
    const extra = { gone: () => leaving.signal };
    const fixture = await shown({}, { ...dialect, change: { text } }, extra);
    leaving.abort(new Disconnected());
    await fixture.answer;
    await turns();
    expect(fixture.pending()).toMatchObject(left);
  });

  it("ends with its window, if only the agent could write", async () => {
    const { journal, host, pending } = await shown({}, { ...terms.claude, change: { text } });
    expect(pending()).toHaveLength(1);
    const later = reviewFixture({ host, journal });
    await later.core.restore();
    expect(later.core.reviews.pending()).toEqual([]);
  });

  it.each([
    ["the host writes", terms.nexus3, text],
    ["the agent writes", terms.claude, files["a.ts"]],
  ])("is accepted at once in trust mode: %s", async (_, dialect, saved) => {
    const fixture = await shown({ mode: "trust" }, { ...dialect, change: { text } });
    expect(answerOf(await fixture.answer)).toEqual({ accepted: true, finalText: text });
    expect(fixture.host.savedText("a.ts")).toBe(saved);
  });
});

describe("a change", () => {
  const at = (line: number, column: number, endLine: number, endColumn: number) => ({
    start: { line, column },
    end: { line: endLine, column: endColumn },
  });

  it.each([
    [
      "past the end of its line means its end",
      { edits: [{ ...at(2, 1, 2, 99), oldText: "two", newText: "2" }] },
      "one\n2\nthree\n",
    ],
    [
      "of two places is one change",
      {
        edits: [
          { ...at(3, 1, 3, 6), newText: "3" },
          { ...at(1, 1, 1, 4), newText: "1" },
        ],
      },
      "1\ntwo\n3\n",
    ],
    ["of the whole, given without its last newline", { before: "one\ntwo\nthree", after: "x" }, "x\n"],
    ["of a part that is there once", { before: "two\nth", after: "2\nTH" }, "one\n2\nTHree\n"],
  ])("%s", async (_, change, result) => {
    const fixture = await shown({ mode: "trust" }, { ...terms.nexus3, change });
    expect(answerOf(await fixture.answer)["finalText"]).toBe(result);
  });

  it.each([
    ["of text that is not there", { before: "four", after: "4" }, "STALE"],
    ["of text that is there twice", { before: "o", after: "0" }, "STALE"],
    ["of a range that holds other text", { edits: [{ ...at(2, 1, 2, 4), oldText: "TWO", newText: "2" }] }, "STALE"],
    ["of a line that is not there", { edits: [{ ...at(9, 1, 9, 1), newText: "2" }] }, "RANGE_INVALID"],
    ["that ends before it starts", { edits: [{ ...at(2, 2, 2, 1), newText: "2" }] }, "RANGE_INVALID"],
    [
      "that touches the same text twice",
      {
        edits: [
          { ...at(2, 1, 2, 3), newText: "2" },
          { ...at(2, 2, 2, 4), newText: "3" },
        ],
      },
      "RANGE_INVALID",
    ],
    ["of nothing", { text: files["a.ts"] }, "INVALID_INPUT"],
  ])("%s is refused and not shown", async (_, change, code) => {
    const fixture = await shown({}, { ...terms.nexus3, change });
    expect(await fixture.answer).toMatchObject({ ok: false, error: { code } });
    expect(fixture.pending()).toEqual([]);
  });
});
