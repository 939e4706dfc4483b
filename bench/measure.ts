import type { Figure } from "./figure.js";
import type { Fixtures } from "./fixtures.js";

export interface Measure {
  /** What `npm run bench -- <name>` takes. */
  readonly name: string;
  /** What it starts and does not stop is stopped after it. */
  readonly run: (setup: Setup) => Promise<Figure[]>;
}

export interface Setup {
  /** Less of everything: for a look, not for a verdict to rely on. */
  readonly quick: boolean;
  /** Samples per side. */
  readonly rounds: number;
  readonly fixtures: Fixtures;
}
