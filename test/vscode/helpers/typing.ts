/** A developer who types while something happens. */
import { expect } from "vitest";
import type { Scene } from "./scene.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Between two letters, in milliseconds. */
const PACE_MS = 40;

/** Types at the end of a file, letter after letter, until `act` has happened. All of it is there afterwards, in order. */
export async function whileTyping({ editor, workbench, agent }: Scene, file: string, act: () => Promise<unknown>) {
  const { keyboard } = editor().page;
  await workbench().open(file.split("/").at(-1) ?? file);
  await keyboard.press("Control+End");
  const before = await agent().read(file);
  let isOver = false;
  const done = act().finally(() => {
    isOver = true;
  });
  let typed = "";
  for (let i = 0; !isOver || i < LETTERS.length; i++) {
    const letter = LETTERS.charAt(i % LETTERS.length);
    await keyboard.type(letter, { delay: PACE_MS });
    typed += letter;
  }
  await done;
  await expect.poll(() => agent().read(file)).toBe(before + typed);
}
