import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askInTerminal } from "./ask.js";
import { streamTerminal } from "./terminal.js";

const change = { name: "a.txt", before: "a\n", after: "b\n" };

function terminal(input: string, environment: NodeJS.ProcessEnv = {}) {
  const output = new PassThrough();
  const stream = new PassThrough();
  stream.end(input);
  return { terminal: streamTerminal({ input: stream, output, environment }), screen: () => String(output.read()) };
}

describe("the person in the terminal", () => {
  it.each([
    ["y\n", { verdict: "yes", text: "b\n" }],
    ["YES\n", { verdict: "yes", text: "b\n" }],
    ["a\n", { verdict: "always", text: "b\n" }],
    ["n\n", { verdict: "no" }],
    ["", { verdict: "no" }],
  ])("who says %j is understood", async (input, answer) => {
    const { terminal: made, screen } = terminal(input);
    expect(await askInTerminal(change, made)).toEqual(answer);
    expect(screen()).toContain("Write a.txt?  [y]es  [n]o  [e]dit  [a]lways for this file:");
  });

  it("edits in their own editor", async () => {
    const { terminal: made } = terminal("", { EDITOR: "sed -i s/b/edited/" });
    expect(await made.edit("b\n", "dir/a.txt")).toBe("edited\n");
    const failing = terminal("", { VISUAL: "false", EDITOR: "true" }).terminal;
    await expect(failing.edit("b\n", "a.txt")).rejects.toThrow("code 1");
    expect(await terminal("").terminal.edit("b\n", "a.txt")).toBeUndefined();
  });

  it("is told that there is no editor, and asked again", async () => {
    let asked = 0;
    const { terminal: made, screen } = terminal("");
    const answers = ["e", "maybe", "y"];
    const scripted = { ...made, question: () => Promise.resolve(answers[asked++]) };
    expect(await askInTerminal(change, scripted)).toEqual({ verdict: "yes", text: "b\n" });
    expect(screen()).toContain("There is no editor: set VISUAL or EDITOR.");
  });

  it("answers one question at a time, each with a line of its own", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const asked = [1, 2].map(() => askInTerminal(change, streamTerminal({ input, output, environment: {} })));
    await expect.poll(() => output.readableLength).toBeGreaterThan(0);
    input.write("y\n");
    expect(await asked[0]).toMatchObject({ verdict: "yes" });
    expect(await Promise.race([asked[1], Promise.resolve("waits")])).toBe("waits");
    input.write("n\n");
    expect(await asked[1]).toEqual({ verdict: "no" });
  });

  it("may give all answers at once", async () => {
    const { terminal: made } = terminal("y\na\nmaybe\n");
    expect(await askInTerminal(change, made)).toMatchObject({ verdict: "yes" });
    expect(await askInTerminal(change, made)).toMatchObject({ verdict: "always" });
    expect(await askInTerminal(change, made)).toEqual({ verdict: "no" });
    expect(await askInTerminal(change, made)).toEqual({ verdict: "no" });
  });

  it("who has gone before the question says no", async () => {
    const input = new PassThrough();
    input.end();
    for await (const _ of input);
    const made = streamTerminal({ input, output: new PassThrough(), environment: {} });
    expect(await askInTerminal(change, made)).toEqual({ verdict: "no" });
  });

  it("answers the next question with the line that an abandoned one waited for", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const made = streamTerminal({ input, output, environment: {} });
    await expect(askInTerminal(change, made, AbortSignal.timeout(20))).rejects.toThrow();
    expect(input.isPaused()).toBe(true);
    const asked = askInTerminal(change, made);
    input.write("y\n");
    expect(await asked).toMatchObject({ verdict: "yes" });
  });

  it("is asked no longer after an abort", async () => {
    const made = streamTerminal({ input: new PassThrough(), output: new PassThrough(), environment: {} });
    await expect(askInTerminal(change, made, AbortSignal.timeout(20))).rejects.toThrow();
  });
});
