/** What lasts: through a reload, a crash of the backend, two pages, two agents, and on the disk. */
import { rm } from "node:fs/promises";
import { describe, expect } from "vitest";
import { Agent } from "./helpers/agent.js";
import { Developer } from "./helpers/developer.js";
import { it } from "./helpers/scene.js";

const FILE = "src/greet.ts";
const SHOUT = { startLine: 2, endLine: 2, newText: "  return name.toUpperCase();" };
const SUM = { startLine: 6, endLine: 6, newText: "  return names.filter(Boolean).length;" };

describe("a reload", () => {
  it("brings back the tabs, and the one in front", async ({ developer }) => {
    for (const name of ["greet.ts", "other.ts", "README.md"]) await developer.open(name);
    await developer.page.getByRole("tab", { name: "other.ts" }).click();
    await developer.page.reload();
    await developer.shows("other.ts");
    expect(await developer.page.locator(".tab").allTextContents()).toEqual(["greet.ts", "other.ts", "README.md"]);
    expect(await developer.text()).toContain("other = 1");
  });
});

describe("a backend that is killed and started again", () => {
  it("has what was typed before and meanwhile", async ({ developer, agent, window }) => {
    await developer.open("greet.ts");
    await developer.typeAfter("last = true", " // before");
    await expect.poll(() => agent.read(FILE)).toContain("// before");
    await window.kill();
    await developer.page.keyboard.type(", meanwhile");
    await window.restart();
    await expect.poll(() => agent.read(FILE)).toContain("export const last = true; // before, meanwhile\n");
    await developer.page.keyboard.type(", after");
    await expect.poll(() => agent.read(FILE)).toContain("export const last = true; // before, meanwhile, after\n");
    expect(await developer.text()).toBe(await agent.read(FILE));
  });

  it("shows the review again, and tells its outcome to the agent that asks again", async ({
    developer,
    agent,
    window,
  }) => {
    const cut = expect(agent.replace(FILE, SHOUT)).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await developer.canDecide();
    const before = await agent.call("ide.review.list", { pending: true });
    await window.kill();
    await cut;
    await window.restart();
    const again = agent.replace(FILE, SHOUT);
    expect(await agent.call("ide.review.list", { pending: true })).toEqual(before);
    await developer.typeAfter("last = true", " // back");
    await expect.poll(() => agent.read(FILE)).toContain("// back");
    await developer.onHunk("Accept").click();
    const { applied, review } = await again;
    expect({ applied, reviews: [review?.id] }).toEqual({
      applied: true,
      reviews: (before["reviews"] as { id: string }[]).map(({ id }) => id),
    });
    expect((await agent.read(FILE)).split("toUpperCase")).toHaveLength(2);
    await expect.poll(() => developer.text()).toContain("toUpperCase");
  });
});

describe("a file that is gone when the backend is back", () => {
  it("leaves what was typed meanwhile in its tab, until the developer throws it away", async ({
    developer,
    window,
  }) => {
    await developer.open("other.ts");
    await developer.line("other = 1").click();
    await window.kill();
    await developer.page.keyboard.type("kept ");
    await rm(window.path("src/other.ts"));
    await window.restart();
    await developer.page.getByText("other.ts is gone.").first().waitFor();
    const close = developer.page.locator(".tab .close");
    await close.click();
    await developer.button("Keep open").click();
    expect(await developer.text()).toContain("kept ");
    await close.click();
    await developer.button("Throw away").click();
    await developer.page.getByText("Nothing is open").waitFor();
  });
});

describe("text that cannot be kept", () => {
  it("is said to be so, and is kept once there is room", async ({ developer, agent, window }) => {
    await developer.open("greet.ts");
    window.fillDisk(true);
    await developer.typeAfter("last = true", " // no room");
    await developer.page.getByText("What you typed in greet.ts is not on disk").waitFor();
    window.fillDisk(false);
    await developer.page.getByText("What you typed in greet.ts is not on disk").waitFor({ state: "detached" });
    await window.kill();
    await window.restart();
    await expect.poll(() => agent.read(FILE)).toContain("last = true; // no room\n");
  });
});

describe("a backend that is away", () => {
  it("takes no verdict, and says so; what the developer edits meanwhile is there for the verdict after", async ({
    developer,
    agent,
    window,
  }) => {
    const cut = expect(agent.replace(FILE, SHOUT)).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await developer.canDecide();
    await window.kill();
    await cut;
    await developer.page.getByText("Not connected: you can decide").waitFor();
    for (const name of ["Accept", "Reject"]) {
      expect(await developer.onHunk(name).getAttribute("aria-disabled")).toBe("true");
    }
    await developer.hunk().locator(".cm-line").first().click();
    await developer.page.keyboard.press("End");
    await developer.page.keyboard.type(" // politely");
    await developer.page.keyboard.press("Alt+KeyY");
    await window.restart();
    await developer.canDecide();
    expect(await agent.call("ide.review.list", { pending: true })).toMatchObject({ reviews: [{ state: "pending" }] });
    await developer.onHunk("Accept").click();
    await expect.poll(() => agent.read(FILE)).toContain("  return name.toUpperCase(); // politely\n");
  });
});

describe("two pages", () => {
  it("agree while both type", async ({ developer, agent, window }) => {
    await developer.open("greet.ts");
    const second = new Developer(await developer.page.context().newPage());
    await second.page.goto(window.link);
    await second.shows("greet.ts");
    await Promise.all([
      developer.typeAfter("export function greet", " // typed by the first"),
      second.typeAfter("last = true", " // typed by the second"),
    ]);
    const typed = /greet\(name: string\): string \{ \/\/ typed by the first\n[\s\S]*true; \/\/ typed by the second\n/;
    await expect.poll(() => agent.read(FILE)).toMatch(typed);
    await expect.poll(() => developer.text()).toMatch(typed);
    await expect.poll(() => second.text()).toBe(await developer.text());
    expect(await developer.text()).toBe(await agent.read(FILE));
  });

  it("show the same reviews, and one verdict counts for both", async ({ developer, agent, window }) => {
    const answer = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    const second = new Developer(await developer.page.context().newPage());
    await second.page.goto(window.link);
    await second.canDecide();
    await second.onHunk("Accept").click();
    expect((await answer).applied).toBe(true);
    await expect.poll(() => developer.hunk().count()).toBe(0);
    await expect.poll(() => developer.text()).toContain("toUpperCase");
  });
});

describe("two agents on one file", () => {
  it("both get their verdict, and nothing is lost", async ({ developer, agent, window }) => {
    const other = new Agent(window, "opencode");
    const first = agent.replace(FILE, SHOUT);
    await developer.canDecide();
    const second = other.replace(FILE, SUM);
    await expect.poll(() => developer.waiting.count()).toBe(2);
    await developer.typeAfter("export function greet", "\n  // mine");
    await developer.button(/^Accept all/).click();
    expect((await first).applied).toBe(true);
    await developer.page.locator(".review-bar", { hasText: "opencode" }).waitFor();
    await developer.button(/^Accept all/).click();
    expect(await second).toMatchObject({ applied: true, newRange: { startLine: 7, endLine: 7 } });
    const text = await agent.read(FILE);
    for (const part of ["  // mine\n", SHOUT.newText, SUM.newText]) expect(text).toContain(part);
    await expect.poll(() => developer.text()).toBe(text);
  });
});

describe("the disk", () => {
  it("has what the developer saves", async ({ developer, window }) => {
    await developer.open("greet.ts");
    await developer.typeAfter("last = true", " // saved");
    await developer.page.locator(".tab.on.dirty").waitFor();
    expect(await window.readDisk(FILE)).not.toContain("saved");
    await developer.page.keyboard.press("Control+KeyS");
    await expect.poll(() => window.readDisk(FILE)).toContain("last = true; // saved\n");
    await expect.poll(() => developer.page.locator(".tab.dirty").count()).toBe(0);
  });

  it.for([
    { choice: "Keep mine", kept: "mine" },
    { choice: "Take the disk's", kept: "theirs" },
  ])("changed under unsaved text raises a conflict: $choice", async ({ choice, kept }, { developer, window }) => {
    await developer.open("other.ts");
    await developer.typeAfter("other = 1", " // mine");
    await developer.page.locator(".tab.on.dirty").waitFor();
    await window.writeDisk("src/other.ts", "export const other = 2; // theirs\n");
    await developer.button(choice).click();
    await expect.poll(() => window.readDisk("src/other.ts")).toContain(kept);
    await expect.poll(() => developer.text()).toContain(kept);
    await expect.poll(() => developer.page.locator(".banner").count()).toBe(0);
  });
});
