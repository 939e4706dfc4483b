/** What agents of other dialects bring along, as the developer sees it. */
import { describe, expect } from "vitest";
import { it } from "./helpers/scene.js";
import { SocketAgent } from "./helpers/socket-agent.js";

const FILE = "src/greet.ts";

describe("a review under a dialect's terms", () => {
  const change = (text: string) => ({
    change: { text: text.replace("hello", "good day").replace("names.length", "names.size") },
    title: "NEXUS3: greet.ts",
  });

  it("is taken as a whole, as it is, where its agent wants no parts", async ({ developer, agent, window }) => {
    const file = window.path(FILE);
    const terms = { writes: "host", save: true, editable: false };
    const answer = agent.call("ide.review.propose", { file, ...change(await window.readDisk(FILE)), ...terms });
    await developer.shows("greet.ts");
    const bar = developer.page.locator(".review-bar");
    await bar.getByText("NEXUS3: greet.ts").waitFor();
    await bar.getByText("taken or left as a whole").waitFor();
    await bar.getByText("saved on accept").waitFor();
    expect(await developer.hunk(1).locator(".proposed").textContent()).toContain("names.size");
    expect(await developer.page.locator(".cm-hunk-panel button").count()).toBe(0);
    await developer.hunk().locator(".cm-line").first().click();
    await developer.page.keyboard.type("typed");
    expect(await developer.hunk().locator(".proposed").textContent()).not.toContain("typed");
    await developer.canDecide();
    await developer.page.keyboard.press("Alt+KeyY");
    expect(await answer).toMatchObject({ accepted: true, review: { state: "accepted" } });
    const saved = await window.readDisk(FILE);
    expect([saved.includes("good day"), saved.includes("names.size")]).toEqual([true, true]);
  });

  it("leaves the file alone where its agent writes, and says so", async ({ developer, agent, window }) => {
    const file = window.path(FILE);
    const before = await window.readDisk(FILE);
    const answer = agent.call("ide.review.propose", { file, ...change(before), writes: "agent", editable: true });
    await developer.shows("greet.ts");
    await developer.page.getByText("claude-code writes the file after your decision").waitFor();
    await developer.canDecide();
    await developer.onHunk("Accept", 0).click();
    await developer.onHunk("Reject", 1).click();
    const finalText = before.replace("hello", "good day");
    expect(await answer).toMatchObject({ accepted: true, finalText });
    expect(await agent.read(FILE)).toBe(before);
    expect(await window.readDisk(FILE)).toBe(before);
  });
});

describe("what an agent says", () => {
  it("stands in the status bar until something else does", async ({ developer, agent }) => {
    await developer.open("greet.ts");
    const said = developer.page.locator("footer .said");
    await agent.call("ide.editor.showStatus", { message: "Reading <b>three</b> files…", level: "info" });
    await said.getByText("Reading <b>three</b> files…").waitFor();
    expect(await said.textContent()).toContain("claude-code");
    await agent.call("ide.editor.showStatus", { message: "One is missing", level: "warning" });
    await developer.page.locator("footer .said.warning", { hasText: "One is missing" }).waitFor();
    expect(await said.textContent()).not.toContain("Reading");
    expect(await developer.page.locator(".notices .banner").count()).toBe(0);
  });

  it("is a notice too if it is an error", async ({ developer, agent }) => {
    await developer.open("greet.ts");
    await agent.call("ide.editor.showStatus", { message: "The model is overloaded", level: "error" });
    await developer.page.locator("footer .said.error", { hasText: "The model is overloaded" }).waitFor();
    const notice = developer.page.locator(".notices .banner", { hasText: "claude-code: The model is overloaded" });
    await notice.waitFor();
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
  });
});

describe("a Clio", () => {
  it("shows a diff, and applies it without being asked about it again", async ({ developer, agent, window }) => {
    const file = window.path(FILE);
    const before = await window.readDisk(FILE);
    const clio = await SocketAgent.clio(window.home);
    clio.say({ type: "openDiff", file, before, after: before.replace("hello", "good day"), description: "Politer" });
    await developer.shows("greet.ts");
    await developer.page.getByText("Clio: greet.ts · Politer").waitFor();
    await developer.page.getByText("only shown: Clio sends the edit itself").waitFor();
    await developer.canDecide();
    await developer.button("Accept").click();
    expect(await clio.heard({ type: "diffAccepted" })).toEqual({ type: "diffAccepted", file });
    expect(await agent.read(FILE)).toBe(before);
    const range = { start: { line: 1, character: 10 }, end: { line: 1, character: 15 } };
    clio.say({ type: "applyDiff", file, edits: [{ range, newText: "good day" }], id: "applied" });
    await clio.heard({ type: "diffAccepted", id: "applied" });
    await developer.line("good day").waitFor();
    expect(await developer.hunk().count()).toBe(0);
    expect(await window.readDisk(FILE)).toBe(before);
    clio.close();
  });

  it("proposes edits that the developer takes in part, and says what it does", async ({ developer, agent, window }) => {
    const file = window.path(FILE);
    const clio = await SocketAgent.clio(window.home);
    const edit = (line: number, character: number, oldText: string, newText: string) => ({
      range: { start: { line, character }, end: { line, character: character + oldText.length } },
      oldText,
      newText,
    });
    clio.say({ type: "proposeDiff", file, edits: [edit(1, 10, "hello", "good day"), edit(5, 15, "length", "size")] });
    await developer.shows("greet.ts");
    clio.say({ type: "status", message: "Waiting for you", level: "info" });
    await developer.page.locator("footer .said", { hasText: /^Clio: ?Waiting for you$/ }).waitFor();
    await developer.onHunk("Reject", 0).click();
    await developer.onHunk("Accept", 1).click();
    await clio.heard({ type: "diffAccepted", file });
    const text = await agent.read(FILE);
    expect([text.includes("hello"), text.includes("names.size")]).toEqual([true, true]);
    clio.close();
  });
});

describe("a mention", () => {
  it("of the selected lines is made by a key, and of the file by a button", async ({ developer, window }) => {
    const agent = await SocketAgent.claude(window.home);
    const file = window.path(FILE);
    await developer.open("greet.ts");
    await developer.page.getByText("MCP: ● connected").waitFor();
    await developer.line("export function greet").click();
    await developer.page.keyboard.press("Home");
    await developer.page.keyboard.press("Shift+ArrowDown");
    await developer.page.keyboard.press("Shift+ArrowDown");
    await developer.page.keyboard.press("Alt+KeyK");
    await developer.page.getByText("Mentioned greet.ts, lines 1–2").waitFor();
    await developer.page.keyboard.press("ArrowLeft");
    await developer.button(/^Mention the selection/).click();
    await developer.page.getByText("Mentioned greet.ts", { exact: true }).waitFor();
    expect(await agent.heard({ method: "at_mentioned" })).toMatchObject({
      params: { filePath: file, lineStart: 0, lineEnd: 1 },
    });
    agent.close();
  });

  it("is heard by nobody where no agent is", async ({ developer }) => {
    await developer.open("greet.ts");
    await developer.page.keyboard.press("Alt+KeyK");
    await developer.page.getByText("No agent is connected").waitFor();
  });
});

describe("the selection", () => {
  const selection = { start: { line: 5, column: 17 }, end: { line: 5, column: 22 } };

  it("is shown where an agent wants it, and told while the developer is in the page", async ({
    developer,
    agent,
    window,
  }) => {
    const file = window.path(FILE);
    await developer.open("README.md");
    expect(await agent.call("ide.editor.open", { file, select: selection })).toMatchObject({ moved: true });
    await developer.shows("greet.ts");
    await developer.page.getByText("Ln 5, Col 22 (5)").waitFor();
    const told = { file, text: "count", ...selection };
    const asked = async (latest: boolean) => (await agent.call("ide.editor.getSelection", { latest }))["selection"];
    await expect.poll(() => asked(false)).toEqual(told);
    await developer.page.evaluate(`dispatchEvent(new Event("blur"))`);
    await expect.poll(() => asked(false)).toBeUndefined();
    expect(await asked(true)).toEqual(told);
    await developer.page.evaluate(`dispatchEvent(new Event("focus"))`);
    await expect.poll(() => asked(false)).toEqual(told);
  });

  it("of a private file is told to nobody, nor that it is open", async ({ developer, agent, window }) => {
    await window.writeDisk(".agentignore", "plans/\n");
    await window.writeDisk("plans/secret.md", "# Buy the harbour\n");
    await developer.open("greet.ts");
    await developer.line("return names").click();
    const open = async () => {
      const { files } = (await agent.call("ide.editor.getOpenFiles", {})) as { files: { file: string }[] };
      return files.map(({ file }) => file);
    };
    const latest = async () => (await agent.call("ide.editor.getSelection", { latest: true }))["selection"];
    await expect.poll(latest).toMatchObject({ file: window.path(FILE) });
    await developer.open("secret.md");
    await developer.line("Buy the harbour").dblclick();
    await expect.poll(latest).toBeUndefined();
    expect(await open()).toEqual([window.path(FILE)]);
  });
});
