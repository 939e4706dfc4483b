/** An agent proposes, the developer decides in the page. */
import { describe, expect } from "vitest";
import { Agent } from "./helpers/agent.js";
import { it } from "./helpers/scene.js";

const FILE = "src/greet.ts";
const SHOUT = { startLine: 2, endLine: 2, newText: "  return name.toUpperCase();" };
const SUM = { startLine: 6, endLine: 6, newText: "  return names.filter(Boolean).length;" };

describe("a verdict", () => {
  it("accept puts the change into the text, and the agent is told where", async ({ developer, agent, window }) => {
    const answer = agent.replace(FILE, SHOUT, "Shout at them");
    await developer.shows("greet.ts");
    await developer.page.getByText("Shout at them").first().waitFor();
    expect(await developer.hunk().locator(".proposed").textContent()).toContain("toUpperCase");
    await developer.onHunk("Accept").click();
    const { applied, newRange, review } = await answer;
    expect({ applied, newRange, state: review?.state }).toEqual({
      applied: true,
      newRange: { startLine: 2, endLine: 2 },
      state: "accepted",
    });
    expect(await agent.read(FILE)).toContain("{\n  return name.toUpperCase();\n}");
    await expect.poll(() => developer.text()).toContain("{\n  return name.toUpperCase();\n}");
    expect(await developer.hunk().count()).toBe(0);
    expect(await window.readDisk(FILE)).toContain("hello, ");
  });

  it("reject with a comment leaves the text, and the agent reads the comment", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    const before = await agent.read(FILE);
    await developer.button("Comment on the whole").click();
    await developer.page.keyboard.type("Not so loud");
    for (const key of ["Enter", "Control+Enter"]) await developer.page.keyboard.press(key);
    expect(await agent.call("ide.review.list", { pending: true })).toMatchObject({ reviews: [{ state: "pending" }] });
    await developer.button("Reject with comment").click();
    const { applied, review } = await answer;
    expect({ applied, state: review?.state, comment: review?.comment }).toEqual({
      applied: false,
      state: "rejected",
      comment: "Not so loud",
    });
    expect(await agent.read(FILE)).toBe(before);
  });

  it("accept with a comment lands, and the agent reads the comment", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    await developer.button("Comment on the whole").click();
    await developer.page.keyboard.type("Good, but loud");
    await developer.button("Accept with comment").click();
    expect(await answer).toMatchObject({ applied: true, review: { state: "accepted", comment: "Good, but loud" } });
  });

  it("that cannot be recorded says so and changes nothing; once there is room it is taken", async ({
    developer,
    agent,
    window,
  }) => {
    const answers: unknown[] = [];
    const answer = agent.replace(FILE, SHOUT);
    void answer.then((outcome) => answers.push(outcome));
    await developer.shows("greet.ts");
    await developer.canDecide();
    window.fillDisk(true);
    await developer.onHunk("Accept").click();
    await developer.page.getByText(/could not be written/).waitFor();
    expect(await agent.read(FILE)).toContain("hello, ");
    expect(await developer.hunk().locator(".proposed").textContent()).toContain("toUpperCase");
    expect(answers).toEqual([]);
    window.fillDisk(false);
    await developer.onHunk("Accept").click();
    expect((await answer).review?.state).toBe("accepted");
    expect(await agent.read(FILE)).toContain("{\n  return name.toUpperCase();\n}");
  });

  it("on each hunk lands exactly the accepted ones", async ({ developer, agent }) => {
    const answer = agent.edit(FILE, [SHOUT, SUM]);
    await developer.onHunk("Accept", 0).click();
    await developer.onHunk("Reject", 1).click();
    const review = (await answer).files?.[0]?.review;
    expect(review?.state).toBe("partly-accepted");
    expect(review?.hunks.map(({ verdict }) => verdict)).toEqual(["accepted", "rejected"]);
    const text = await agent.read(FILE);
    expect(text).toContain("toUpperCase");
    expect(text).toContain("return names.length");
    await expect.poll(() => developer.text()).toContain("toUpperCase");
  });

  it("on lines that the developer edited lands the edited ones", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    await developer.hunk().locator(".cm-line").first().click();
    await developer.page.keyboard.press("End");
    await developer.page.keyboard.type(" // politely");
    await developer.page.keyboard.press("Alt+KeyY");
    const { applied, review } = await answer;
    expect(applied).toBe(true);
    expect(review?.hunks[0]).toMatchObject({ edited: true, added: expect.stringContaining("// politely") });
    expect(await agent.read(FILE)).toContain("  return name.toUpperCase(); // politely\n");
  });
});

describe("keys", () => {
  it.for([
    { outside: "Alt+KeyY", inside: "Alt+KeyN", applied: false },
    { outside: "Alt+KeyN", inside: "Alt+KeyY", applied: true },
  ])("decide in the review, not in the text: $inside", async (keys, { developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    await developer.line("export const last").click();
    expect(await developer.focus()).toBe("text");
    await developer.page.keyboard.press(keys.outside);
    await developer.page.keyboard.press("F7");
    await expect.poll(() => developer.focus()).toBe("review");
    await developer.page.keyboard.press(keys.inside);
    expect((await answer).applied).toBe(keys.applied);
  });

  it("held down decide one hunk", async ({ developer, agent }) => {
    const answer = agent.edit(FILE, [SHOUT, SUM]);
    await developer.canDecide();
    await developer.page.keyboard.press("F7");
    await expect.poll(() => developer.focus()).toBe("review");
    await developer.page.keyboard.down("Alt");
    await developer.page.keyboard.down("KeyY");
    await developer.page.getByText("Accepted, applied once every hunk is decided").waitFor();
    await developer.page.locator(".cm-hunk-panel.undecided:focus").waitFor();
    await developer.page.keyboard.down("KeyY");
    await developer.page.keyboard.up("KeyY");
    await developer.page.keyboard.press("KeyN");
    await developer.page.keyboard.up("Alt");
    const review = (await answer).files?.[0]?.review;
    expect(review?.hunks.map(({ verdict }) => verdict).sort()).toEqual(["accepted", "rejected"]);
  });

  it("in a comment belong to the comment", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    await developer.onHunk("Comment").click();
    await developer.page.keyboard.type("Too loud");
    await developer.page.keyboard.press("Alt+KeyN");
    await developer.page.keyboard.press("Control+Enter");
    await developer.hunk().getByText("“Too loud”").waitFor();
    expect(await agent.call("ide.review.list", { pending: true })).toMatchObject({ reviews: [{ state: "pending" }] });
    await developer.onHunk("Accept").click();
    expect((await answer).review?.hunks[0]).toMatchObject({ verdict: "accepted", comment: "Too loud" });
  });

  it("go on to where they went when a review opens", async ({ developer, agent }) => {
    await developer.open("greet.ts");
    await developer.typeAfter("last = true", " // on");
    const answer = agent.replace(FILE, SHOUT);
    await developer.hunk().waitFor();
    expect(await developer.focus()).toBe("text");
    await developer.page.keyboard.type("e line");
    await expect.poll(() => agent.read(FILE)).toContain("last = true; // one line\n");
    await developer.button("Reject all").click();
    expect((await answer).applied).toBe(false);
  });
});

describe("what is shown", () => {
  it("keys only where they work", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    const keys = developer.page.locator(".review-bar kbd:visible, .cm-hunk-panel kbd:visible");
    expect(await keys.count()).toBe(0);
    await developer.page.keyboard.press("F7");
    await expect.poll(() => keys.allTextContents()).toEqual(["Ctrl+↵", "Alt+N", "Alt+Y"]);
    await developer.page.keyboard.press("Control+Enter");
    expect((await answer).applied).toBe(true);
  });

  it("is inert for a moment, so that no click meant for something else decides", async ({ developer, agent }) => {
    const inertMs = developer.page.evaluate<number>(`new Promise((resolve) => {
      const accept = () => document.querySelector(".review-bar button.primary");
      let shown;
      const look = () => {
        if (!accept()) return requestAnimationFrame(look);
        shown ??= performance.now();
        if (!accept().ariaDisabled) return resolve(performance.now() - shown);
        accept().click();
        requestAnimationFrame(look);
      };
      look();
    })`);
    const answer = agent.replace(FILE, SHOUT);
    expect(await inertMs).toBeGreaterThan(250);
    expect(await agent.call("ide.review.list", { pending: true })).toMatchObject({ reviews: [{ state: "pending" }] });
    await developer.button("Reject all").click();
    await answer;
  });

  it("the next review of the file, which the second click of a double click does not decide", async ({
    developer,
    agent,
    window,
  }) => {
    const other = new Agent(window, "opencode");
    const answers = [agent.replace(FILE, SHOUT), other.replace(FILE, SUM)];
    await expect.poll(() => developer.waiting.count()).toBe(2);
    await developer.waiting.first().click();
    await developer.canDecide();
    await developer.button(/^Accept all/).dblclick({ delay: 20 });
    await Promise.race(answers);
    await expect.poll(() => developer.waiting.count()).toBe(1);
    await developer.canDecide();
    await developer.button("Reject all").click();
    expect((await Promise.all(answers)).filter(({ applied }) => applied)).toHaveLength(1);
  });

  it("side by side on demand, and back", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    await developer.button("Side by side").click();
    await developer.page.locator(".cm-merge-a", { hasText: "hello, " }).waitFor();
    await developer.page.locator(".cm-merge-b", { hasText: "toUpperCase" }).waitFor();
    await developer.button("Back to the text").click();
    await developer.onHunk("Accept").click();
    expect((await answer).applied).toBe(true);
  });

  it("a comment on a hunk, which the agent reads with the verdict", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    await developer.onHunk("Comment").click();
    await developer.page.keyboard.type("Too loud");
    await developer.page.keyboard.press("Enter");
    await developer.hunk().getByText("“Too loud”").waitFor();
    await developer.onHunk("Reject").click();
    expect((await answer).review?.hunks[0]).toMatchObject({ verdict: "rejected", comment: "Too loud" });
  });

  it("hidden characters, by their names", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, { ...SHOUT, newText: "  return name; // \u202egnihtemos\u200b" });
    await developer.page.getByText("2 hidden characters").waitFor();
    await expect.poll(() => developer.hunk().locator(".hidden-character").allTextContents()).toEqual(["RLO", "ZWSP"]);
    await developer.button("Reject all").click();
    await answer;
  });
});

describe("the list of reviews", () => {
  it("has those that wait by agent and file, then those decided, which can be undone", async ({
    developer,
    agent,
    window,
  }) => {
    const other = new Agent(window, "opencode");
    const [first, second] = [agent.replace(FILE, SHOUT), other.replace("src/other.ts", { ...SHOUT, endLine: 1 })];
    await expect.poll(() => developer.waiting.count()).toBe(2);
    const groups = developer.page.locator("aside [data-agent] .agent-head");
    expect((await groups.allTextContents()).sort()).toEqual(["claude-code", "opencode"]);
    await developer.waiting.filter({ hasText: "greet.ts" }).click();
    await developer.shows("greet.ts");
    await developer.button(/^Accept all/).click();
    await first;
    await developer.button("Undo the change to greet.ts").click();
    await developer.page.locator(".decided", { hasText: "undone" }).waitFor();
    expect(await agent.read(FILE)).toContain("hello, ");
    await developer.waiting.click();
    await developer.button("Reject all").click();
    await second;
    await developer.page.locator(".decided", { hasText: "other.ts" }).getByText("rejected").waitFor();
  });
});

it("files that were proposed as one are decided as one", async ({ developer, agent, window }) => {
  const files = [FILE, "src/other.ts"].map((relative) => ({
    file: window.path(relative),
    edits: [{ startLine: 1, endLine: 1, newText: "// new" }],
  }));
  const answer = agent.call("ide.editor.applyEdits", { files, reason: "Both" });
  await expect.poll(() => developer.waiting.count()).toBe(2);
  await developer.button("Accept 2 files").click();
  expect(await answer).toMatchObject({ files: [{ applied: true }, { applied: true }] });
  await expect.poll(() => developer.waiting.count()).toBe(0);
});

describe("typing under a review", () => {
  it("above a hunk moves it, and it lands where it belongs", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SUM);
    await developer.canDecide();
    await developer.typeAfter("export function greet", "\n  // first\n  // second");
    await expect.poll(() => agent.read(FILE)).toContain("// second");
    await expect
      .poll(() => developer.page.locator(".cm-line.cm-removed").allTextContents())
      .toEqual(["  return names.length;"]);
    await developer.onHunk("Accept").click();
    expect(await answer).toMatchObject({ applied: true, newRange: { startLine: 8, endLine: 8 } });
    const text = await agent.read(FILE);
    expect(text).toContain('// second\n  return "hello');
    expect(text).toContain("number {\n  return names.filter(Boolean).length;\n}");
  });

  it("inside a hunk makes it stale, and then it cannot be accepted", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    await developer.typeAfter("hello, ", " // mine");
    await developer.page.locator(".stale").waitFor();
    expect(await developer.onHunk("Accept").isDisabled()).toBe(true);
    await developer.hunk().locator(".cm-content").click();
    await developer.page.keyboard.press("Alt+KeyY");
    await developer.button("Accept all").click();
    const { applied, review } = await answer;
    expect({ applied, verdict: review?.hunks[0]?.verdict }).toEqual({ applied: false, verdict: "stale" });
    expect(await agent.read(FILE)).toContain("// mine\n}");
  });
});

describe("closing the tab", () => {
  it("asks, and then rejects what waits in it", async ({ developer, agent }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    await developer.page.locator(".tab.on .close").click();
    await developer.page.getByText("Closing rejects 1 review").waitFor();
    await developer.button("Keep open").click();
    await expect.poll(() => developer.hunk().count()).toBe(1);
    await developer.page.locator(".tab.on .close").click();
    await developer.button("Close and reject").click();
    expect((await answer).review?.state).toBe("rejected");
    await expect.poll(() => developer.page.locator(".tab").count()).toBe(0);
  });
});
