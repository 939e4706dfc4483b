/** The commands typed in earlier shells, in a file that only its owner can read. */
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { tandemHome } from "@tandem/protocol";

/** How many are kept. */
export const MAX_HISTORY = 1000;

const PRIVATE = { mode: 0o600 };

export class History {
  readonly #path: string;

  constructor(path = join(tandemHome(process.env, homedir()), "shell-history")) {
    this.#path = path;
  }

  /** The newest first. A file that has grown long is cut. */
  load(): string[] {
    const lines = this.#lines();
    const kept = lines.slice(-MAX_HISTORY);
    if (lines.length > 2 * MAX_HISTORY) this.#try(() => writeFileSync(this.#path, `${kept.join("\n")}\n`, PRIVATE));
    return kept.reverse();
  }

  /** Several shells may add at once. */
  add(line: string): void {
    this.#try(() => {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      appendFileSync(this.#path, `${line}\n`, PRIVATE);
      chmodSync(this.#path, PRIVATE.mode);
    });
  }

  #lines(): string[] {
    try {
      return readFileSync(this.#path, "utf8").split("\n").filter(Boolean);
    } catch {
      return [];
    }
  }

  /** A shell without a history is still a shell. */
  #try(write: () => void): void {
    try {
      write();
    } catch {}
  }
}
