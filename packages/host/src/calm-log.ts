/** A log that nobody can flood: of lines that are alike the first are written, and then how many more there were. */
import type { Clock } from "./clock.js";

/** Lines that are written of those that are alike, until they pause. */
const FIRST_LINES = 5;
/** How long lines are counted for one summary, and how long a pause is, in milliseconds. */
const PERIOD_MS = 10_000;
/** Kinds of lines that are told apart at once; all further ones count as one. */
const MAX_KINDS = 100;

interface Kind {
  readonly example: string;
  written: number;
  /** Not written, and not yet in a summary. */
  withheld: number;
  /** Since the last look. */
  isQuiet: boolean;
  readonly stop: () => void;
}

export class CalmLog {
  readonly #write: (line: string) => void;
  readonly #clock: Clock;
  readonly #kinds = new Map<string, Kind>();

  constructor(write: (line: string) => void, clock: Clock) {
    this.#write = write;
    this.#clock = clock;
  }

  /** Lines that differ in numbers alone are alike. */
  say(line: string): void {
    this.sayOf(line.replace(/\d+/g, "0"), () => line);
  }

  /** For lines that are many: those of one kind are alike, and only what is written is put into words. */
  sayOf(alike: string, words: () => string): void {
    const kind = this.#kindOf(alike, words);
    kind.isQuiet = false;
    if (kind.written === FIRST_LINES) {
      kind.withheld++;
      return;
    }
    kind.written++;
    this.#write(words());
  }

  /** Says what has been withheld, and waits for nothing more. */
  close(): void {
    for (const kind of this.#kinds.values()) {
      kind.stop();
      this.#summarise(kind);
    }
    this.#kinds.clear();
  }

  #kindOf(alike: string, words: () => string): Kind {
    const key = this.#kinds.has(alike) || this.#kinds.size < MAX_KINDS ? alike : "";
    const known = this.#kinds.get(key);
    if (known) return known;
    let stop = () => {};
    const kind: Kind = { example: words(), written: 0, withheld: 0, isQuiet: true, stop: () => stop() };
    const look = () => {
      this.#summarise(kind);
      if (kind.isQuiet) this.#kinds.delete(key);
      else stop = this.#clock.after(PERIOD_MS, look);
      kind.isQuiet = true;
    };
    stop = this.#clock.after(PERIOD_MS, look);
    this.#kinds.set(key, kind);
    return kind;
  }

  #summarise(kind: Kind): void {
    if (kind.withheld > 0) this.#write(`${kind.withheld} more like this: ${kind.example}`);
    kind.withheld = 0;
  }
}
