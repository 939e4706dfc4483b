import type { Terminal } from "../terminal/terminal.js";

/** A terminal in front of which somebody gives these answers, one after the other, and then leaves. */
export class ScriptedTerminal implements Terminal {
  readonly columns = 80;
  readonly color: boolean;
  /** All that was written, prompts and answers included. */
  screen = "";
  readonly #answers: string[];
  readonly #edit: ((text: string) => string) | undefined;

  constructor(answers: readonly string[] = [], options: { color?: boolean; edit?: (text: string) => string } = {}) {
    this.#answers = [...answers];
    this.color = options.color ?? false;
    this.#edit = options.edit;
  }

  write(text: string): void {
    this.screen += text;
  }

  question(prompt: string, signal?: AbortSignal): Promise<string | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const answer = this.#answers.shift();
    this.screen += `${prompt}${answer ?? ""}\n`;
    return Promise.resolve(answer);
  }

  edit(text: string): Promise<string | undefined> {
    return Promise.resolve(this.#edit?.(text));
  }
}
