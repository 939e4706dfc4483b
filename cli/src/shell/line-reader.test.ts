import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { LineReader } from "./line-reader.js";

/** A reader whose lines nobody takes early, and what types into it. */
function reading({ terminal }: { terminal: boolean }) {
  const input = Object.assign(new PassThrough(), { isTTY: terminal, setRawMode: () => {} });
  const output = Object.assign(new PassThrough(), { isTTY: terminal, columns: 80 });
  const reader = new LineReader({
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    history: [],
    complete: (line) => [[], line],
    onCommand: () => {},
    onEarly: () => false,
    onInterrupt: () => {},
    onEnd: () => {},
  });
  const type = async (text: string) => {
    input.write(text);
    await expect.poll(() => input.readableLength).toBe(0);
  };
  return { reader, type };
}

it("what a person types before a question does not answer it, and waits for the next prompt", async () => {
  const { reader, type } = reading({ terminal: true });
  await type("y\r");
  const answer = reader.read("Write it? ", "answer");
  await type("n\r");
  expect(await answer).toBe("n");
  expect(await reader.read("> ", "command")).toBe("y");
  reader.close();
});

it("a script's lines answer in their order, however early they come", async () => {
  const { reader, type } = reading({ terminal: false });
  await type("y\n/next\n");
  expect(await reader.read("Write it? ", "answer")).toBe("y");
  expect(await reader.read("> ", "command")).toBe("/next");
  reader.close();
});
