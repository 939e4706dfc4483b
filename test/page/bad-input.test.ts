/** What agents, tabs and the disk can do to a review, as the developer sees it. */
import { rm } from "node:fs/promises";
import { describe, expect } from "vitest";
import { Developer } from "./helpers/developer.js";
import { it } from "./helpers/scene.js";

const FILE = "src/greet.ts";
const SHOUT = { startLine: 2, endLine: 2, newText: "  return name.toUpperCase();" };
/** So many connections may wait before the gate. */
const AT_ONCE = 25;
const MARKUP = '<img src=x onerror="document.title=1"><b>bold</b>';

describe("markup", () => {
  it("in names, reasons, comments and problems is shown as text", async ({ developer, agent, window }) => {
    const name = "<img src=x onerror=alert(1)>.ts";
    await window.writeDisk(name, "const a: '<b>' = '<i>';\n");
    await developer.row(name).click();
    await developer.shows(name);
    const answer = agent.replace(name, { startLine: 1, endLine: 1, newText: `// ${MARKUP}` }, MARKUP);
    await developer.canDecide();
    expect(await developer.page.locator(".review-bar .why").textContent()).toBe(MARKUP);
    await developer.page.keyboard.press("Control+Shift+KeyM");
    await developer.page.getByRole("tabpanel", { name: "Problems" }).getByText("Type '\"<i>\"'").waitFor();
    await developer.onHunk("Comment").click();
    await developer.page.keyboard.type(MARKUP);
    await developer.page.keyboard.press("Enter");
    await developer.hunk().getByText(MARKUP).first().waitFor();
    expect(await developer.page.locator("img, b:has-text('bold')").count()).toBe(0);
    expect(await developer.page.title()).toBe("(1) harbour – Tandem");
    await developer.button("Reject all").click();
    await answer;
  });
});

describe("two pages that decide at once", () => {
  it("end the review once, and both see how", async ({ developer, agent, window }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    const second = new Developer(await developer.page.context().newPage());
    await second.page.goto(window.link);
    await second.canDecide();
    await Promise.allSettled([developer.onHunk("Accept").click(), second.onHunk("Reject").click()]);
    const { applied, review } = await answer;
    expect(review?.state).toBe(applied ? "accepted" : "rejected");
    expect((await agent.read(FILE)).includes("toUpperCase")).toBe(applied);
    for (const one of [developer, second]) {
      await one.page.locator(".decided", { hasText: applied ? "accepted" : "rejected" }).waitFor();
      await expect.poll(() => one.hunk().count()).toBe(0);
    }
  });
});

describe("a file that cannot be made any more", () => {
  it("shows the error at accept; the review stays, and is applied once it can be", async ({
    developer,
    agent,
    window,
  }) => {
    const answer = agent.call("ide.file.create", { file: window.path("deep/new.ts"), text: "export {};\n" });
    await developer.canDecide();
    await window.writeDisk("deep", "in the way");
    await developer.button(/^Accept all/).click();
    await developer.page.locator(".notices .bad").waitFor();
    expect(await agent.call("ide.review.list", { pending: true })).toMatchObject({ reviews: [{ state: "pending" }] });
    expect(await window.readDisk("deep")).toBe("in the way");
    await rm(window.path("deep"));
    await developer.canDecide();
    await developer.button(/^Accept all/).click();
    expect(await answer).toMatchObject({ applied: true });
    expect(await window.readDisk("deep/new.ts")).toBe("export {};\n");
  });
});

describe("1,000 proposals", () => {
  it("all wait, are counted, and the page stays usable", async ({ developer, agent, window }) => {
    const file = window.path("many.txt");
    for (let start = 0; start < 1000; start += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, (_, index) =>
        agent.call("ide.file.create", { file: `${file}.${start + index}`, text: "new\n", review: "defer" }),
      );
      await Promise.all(batch);
    }
    await developer.page.getByText("Waiting for you · 1000").waitFor();
    await developer.page.getByRole("button", { name: "1000 reviews" }).waitFor();
    await developer.open("greet.ts");
    await developer.typeAfter("last = true", " // still here");
    await expect.poll(() => agent.read(FILE)).toContain("// still here");
    await developer.waiting.first().click();
    await developer.button("Reject all").click();
    await developer.page.getByText("Waiting for you · 999").waitFor();
  });
});

describe("a proposal", () => {
  it("of 50 MB is refused, and the window serves on", async ({ developer, agent }) => {
    const newText = "x".repeat(50_000_000);
    await expect(agent.replace(FILE, { ...SHOUT, newText })).rejects.toThrow();
    expect(await developer.page.getByText("Waiting for you · 0").count()).toBe(1);
    expect(await agent.read(FILE)).toContain("hello, ");
  });

  it("of 5 MB is shown and can be rejected", async ({ developer, agent }) => {
    const newText = `${"x".repeat(99)}\n`.repeat(50_000);
    const answer = agent.replace(FILE, { ...SHOUT, newText });
    await developer.canDecide();
    await developer.button("Reject all").click();
    expect(await answer).toMatchObject({ applied: false });
    expect(await agent.read(FILE)).toContain("hello, ");
  });
});
