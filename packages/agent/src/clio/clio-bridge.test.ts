import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clio } from "@tandem/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeClio, ScriptedTerminal, temporaryFolder } from "../testing/index.js";
import { ClioBridge, type ClioBridgeOptions } from "./clio-bridge.js";

let home: string;
let file: string;
let terminal: ScriptedTerminal;
const ends: (() => unknown)[] = [];
/** Line 6 is `    return a * b`; the edit's range ends one past it, as the document's example has it. */
const text = "\n\n\n\ndef add(a, b):\n    return a * b\n";
const fixed = text.replace("*", "+");
const edits = [
  {
    range: { start: { line: 5, character: 11 }, end: { line: 5, character: 17 } },
    oldText: "a * b",
    newText: "a + b",
  },
];

beforeEach(async () => {
  const temporary = await temporaryFolder();
  ends.push(temporary.remove);
  home = temporary.path;
  file = join(home, "file.py");
  await writeFile(file, text);
  terminal = new ScriptedTerminal();
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function editor(options?: { ids?: boolean }): Promise<FakeClio> {
  const fake = await FakeClio.start(home, options);
  ends.push(() => fake.stop());
  return fake;
}

function bridge(options: ClioBridgeOptions = {}): ClioBridge {
  const made = new ClioBridge({ environment: { HOME: home }, terminal, cwd: home, ...options });
  ends.push(() => made.disconnect());
  return made;
}

describe("connecting", () => {
  it("goes by the file", async () => {
    const fake = await editor();
    const made = bridge({ clientVersion: "9.9" });
    expect(await made.connect()).toBe(true);
    expect(made.state).toEqual({ status: "connected", port: fake.port, capabilities: ["diff", "apply", "status"] });
    expect(fake.messages).toEqual([{ type: "connect", id: expect.any(String), clientVersion: "9.9" }]);
    expect(await made.connect()).toBe(true);
    expect(fake.connections).toBe(1);
  });

  it("goes by the variable before the file", async () => {
    const first = await editor();
    const second = await editor();
    const made = bridge({ environment: { HOME: home, CLIO_IDE_PORT: String(first.port) } });
    await made.connect();
    expect([first.connections, second.connections]).toEqual([1, 0]);
  });

  it("goes by the file if nobody is where the variable says", async () => {
    const fake = await editor();
    const made = bridge({ environment: { HOME: home, CLIO_IDE_PORT: "1" } });
    await made.connect();
    expect(made.state).toMatchObject({ port: fake.port });
  });

  it("passes over a file that others could have written", async () => {
    await editor();
    await chmod(clio.bridgeFilePath(home), 0o666);
    expect(await bridge().connect()).toBe(false);
  });

  it("is done again by itself after a loss", async () => {
    const fake = await editor();
    const made = bridge();
    await made.connect();
    fake.dropConnections();
    await expect.poll(() => made.state.status).toBe("disconnected");
    await expect.poll(() => made.isConnected).toBe(true);
    await made.disconnect();
    expect(made.state).toMatchObject({ status: "disconnected" });
  });
});

describe.each([{ ids: true }, { ids: false }])("with an editor (%j)", (options) => {
  it("the document's flow runs: a diff is opened, accepted and applied", async () => {
    const fake = await editor(options);
    const made = bridge();
    const asked = made.openDiff({ file, before: text, after: fixed, description: "Fix add()" });
    const shown = await fake.nextDiff();
    expect(shown.message).toMatchObject({
      type: "openDiff",
      file,
      before: text,
      after: fixed,
      description: "Fix add()",
    });
    shown.accept();
    expect(await asked).toEqual({ verdict: "accepted", by: "ide" });
    const applied = made.applyDiff({ file, edits });
    if (options.ids) (await fake.nextDiff()).accept();
    expect(await applied).toEqual(options.ids ? { verdict: "accepted", by: "ide" } : undefined);
    made.closeDiff(file);
    made.status("Done.", "warning");
    await expect.poll(() => fake.messages.length).toBe(5);
    expect(fake.messages.slice(2)).toMatchObject([
      { type: "applyDiff", file },
      { type: "closeDiff", file },
      { type: "status", message: "Done.", level: "warning" },
    ]);
    expect(await readFile(file, "utf8")).toBe(text);
    expect(terminal.screen).toBe("");
  });

  it("a proposal is accepted, rejected, or refused with a code", async () => {
    const fake = await editor(options);
    const made = bridge();
    const first = made.proposeDiff({ file, edits });
    (await fake.nextDiff()).accept();
    expect(await first).toEqual({ verdict: "accepted", by: "ide" });
    const second = made.proposeDiff({ file, edits });
    (await fake.nextDiff()).reject();
    expect(await second).toEqual({ verdict: "rejected", by: "ide" });
    const third = made.proposeDiff({ file, edits });
    const refused = expect(third).rejects.toMatchObject({ code: "STALE", message: "It is not there." });
    (await fake.nextDiff()).fail("STALE", "It is not there.");
    await refused;
  });

  it("a lost one is asked again when it is back", async () => {
    const fake = await editor(options);
    const made = bridge();
    const asked = made.proposeDiff({ file, edits });
    await fake.nextDiff();
    fake.dropConnections();
    (await fake.nextDiff()).accept();
    expect(await asked).toEqual({ verdict: "accepted", by: "ide" });
  });

  it("a diff that the agent closes is rejected", async () => {
    const fake = await editor(options);
    const made = bridge();
    const asked = made.openDiff({ file, before: text, after: fixed });
    await fake.nextDiff();
    made.closeDiff(join(home, "other.py"));
    made.closeDiff(file);
    expect(await asked).toEqual({ verdict: "rejected", by: "ide" });
    await expect.poll(() => fake.messages.at(-1)).toMatchObject({ type: "closeDiff", file });
  });

  it("an abort takes the diff away", async () => {
    const fake = await editor(options);
    const stop = new AbortController();
    const asked = bridge().proposeDiff({ file, edits }, { signal: stop.signal });
    await fake.nextDiff();
    stop.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
    await expect.poll(() => fake.messages.at(-1)).toMatchObject({ type: "closeDiff", file });
  });
});

describe("with an editor that echoes ids", () => {
  it("only what carries a question's id answers it", async () => {
    const fake = await editor();
    fake.failingStatus = true;
    const made = bridge();
    const heard: string[] = [];
    made.onError(({ message }) => heard.push(message));
    const asked = made.proposeDiff({ file, edits });
    const shown = await fake.nextDiff();
    made.status("Thinking...");
    fake.broadcast({ type: "diffAccepted", file });
    fake.broadcast({ type: "error", code: "X", message: "Of nothing." });
    await expect.poll(() => heard.length).toBe(2);
    expect(heard.sort()).toEqual(["Of nothing. (X)", "There is no status bar."]);
    shown.reject();
    expect(await asked).toEqual({ verdict: "rejected", by: "ide" });
  });

  it("a change to apply is decided for itself, beside a diff of the same file", async () => {
    const fake = await editor();
    const made = bridge();
    const shown = made.openDiff({ file, before: text, after: fixed });
    const diff = await fake.nextDiff();
    const applied = made.applyDiff({ file, edits });
    await expect.poll(() => fake.open.length).toBe(2);
    fake.open[1]?.reject();
    expect(await applied).toEqual({ verdict: "rejected", by: "ide" });
    diff.accept();
    expect(await shown).toEqual({ verdict: "accepted", by: "ide" });
  });

  it("a change that it may have applied before it was lost is not sent again", async () => {
    const fake = await editor();
    const applied = bridge().applyDiff({ file, edits });
    const lost = expect(applied).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await fake.nextDiff();
    fake.dropConnections();
    await lost;
  });

  it("a question that is asked again has the same id", async () => {
    const fake = await editor();
    const asked = bridge().proposeDiff({ file, edits });
    await fake.nextDiff();
    fake.dropConnections();
    (await fake.nextDiff()).accept();
    await asked;
    const ids = fake.messages.filter(({ type }) => type === "proposeDiff").map(({ id }) => id);
    expect(ids).toEqual([expect.any(String), ids[0]]);
  });
});

describe("without an editor", () => {
  it("a proposal is shown in the terminal and written to the file", async () => {
    terminal = new ScriptedTerminal(["y"]);
    expect(await bridge().proposeDiff({ file, edits })).toEqual({ verdict: "accepted", by: "terminal" });
    expect(await readFile(file, "utf8")).toBe(fixed);
    expect(terminal.screen).toContain("-    return a * b");
    expect(terminal.screen).toContain("+    return a + b");
  });

  it("a no leaves the file as it is", async () => {
    terminal = new ScriptedTerminal(["n"]);
    expect(await bridge().proposeDiff({ file, edits })).toEqual({ verdict: "rejected", by: "terminal" });
    expect(await readFile(file, "utf8")).toBe(text);
  });

  it("what was accepted is applied without asking again, anything else is asked about", async () => {
    terminal = new ScriptedTerminal(["y"]);
    const made = bridge();
    await made.openDiff({ file, before: text, after: fixed });
    expect(await readFile(file, "utf8")).toBe(text);
    await made.applyDiff({ file, edits });
    expect(await readFile(file, "utf8")).toBe(fixed);
    await made.applyDiff({ file, edits: [{ range: zeroRange, newText: "# " }] });
    expect(await readFile(file, "utf8")).toBe(fixed);
  });

  it("it is asked in the terminal when the editor goes away in the middle", async () => {
    const fake = await editor();
    terminal = new ScriptedTerminal(["y"]);
    const asked = bridge({ terminal, retryMs: 100 }).proposeDiff({ file, edits });
    await fake.nextDiff();
    await fake.stop();
    expect(await asked).toEqual({ verdict: "accepted", by: "terminal" });
    expect(await readFile(file, "utf8")).toBe(fixed);
  });

  it("it is asked there, too, when the editor was left on purpose", async () => {
    const fake = await editor();
    terminal = new ScriptedTerminal(["n"]);
    const made = bridge({ terminal });
    await made.connect();
    await made.disconnect();
    expect(await made.proposeDiff({ file, edits })).toEqual({ verdict: "rejected", by: "terminal" });
    expect(fake.messages).toHaveLength(1);
  });

  it("it is asked there at once when the editor is left in the middle", async () => {
    const fake = await editor();
    terminal = new ScriptedTerminal(["y"]);
    const made = bridge({ terminal });
    const asked = made.proposeDiff({ file, edits });
    await fake.nextDiff();
    await made.disconnect();
    expect(await asked).toEqual({ verdict: "accepted", by: "terminal" });
  });

  it("status and closeDiff go nowhere", () => {
    const made = bridge();
    made.status("Processing request...");
    made.closeDiff(file);
    expect(made.isConnected).toBe(false);
  });
});

const zeroRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
