/** Asks the person in the terminal whether a change may be made. */
import { oneLine } from "../context/one-line.js";
import { Turns } from "../turns.js";
import type { Terminal } from "./terminal.js";
import { type Change, renderDiff } from "./unified-diff.js";

/** What the person says; with the text that they have made of the change. */
export type TerminalAnswer = { readonly verdict: "no" } | { readonly verdict: "yes" | "always"; readonly text: string };

const turns = new WeakMap<object, Turns>();

/** Runs the work when nobody else asks this person: an answer is to what was shown last. Not to be nested. */
export function inTurn<T>(terminal: Terminal, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const { source = terminal } = terminal;
  const queue = turns.get(source) ?? new Turns();
  turns.set(source, queue);
  return queue.take(work, signal);
}

/** Shows the change and asks until there is an answer. No more input is a no. Rejects only when aborted. */
export function askInTerminal(change: Change, terminal: Terminal, signal?: AbortSignal): Promise<TerminalAnswer> {
  return inTurn(terminal, () => showAndAsk(change, terminal, signal), signal);
}

/** The same, of who has the turn already. */
export async function showAndAsk(change: Change, terminal: Terminal, signal?: AbortSignal): Promise<TerminalAnswer> {
  let shown = change;
  terminal.write(`\n${renderDiff(shown, terminal)}`);
  for (;;) {
    const prompt = `Write ${oneLine(change.name)}?  [y]es  [n]o  [e]dit  [a]lways for this file: `;
    const answer = letter(await terminal.question(prompt, signal));
    if (answer === "y") return { verdict: "yes", text: shown.after };
    if (answer === "a") return { verdict: "always", text: shown.after };
    if (answer === "n") return { verdict: "no" };
    if (answer !== "e") continue;
    const after = await edited(shown, terminal, signal);
    if (after === undefined) continue;
    shown = { ...shown, after };
    terminal.write(`\n${renderDiff(shown, terminal)}`);
  }
}

/** Asks about something that has no diff. */
export function askPlainly(text: string, terminal: Terminal, signal?: AbortSignal): Promise<boolean> {
  const ask = async () => {
    terminal.write(`\n${text}\n`);
    for (;;) {
      const answer = letter(await terminal.question("Allow it?  [y]es  [n]o: ", signal));
      if (answer === "y" || answer === "n") return answer === "y";
    }
  };
  return inTurn(terminal, ask, signal);
}

/** The first letter; no more input is a no. */
function letter(line: string | undefined): string {
  return line === undefined ? "n" : line.trim().slice(0, 1).toLowerCase();
}

async function edited({ name, after }: Change, terminal: Terminal, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const text = await terminal.edit(after, name, signal);
    if (text === undefined) terminal.write("There is no editor: set VISUAL or EDITOR.\n");
    return text;
  } catch (error) {
    signal?.throwIfAborted();
    terminal.write(`${oneLine((error as Error).message)}\n`);
    return undefined;
  }
}
