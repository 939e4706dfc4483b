import { setTimeout as rest } from "node:timers/promises";

const STEP_MS = 50;
const MOST_STEPS = 1200;

/** Looks again and again; resolves with the first thing that is found. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T & {}> {
  for (let step = 0; step < MOST_STEPS; step++) {
    const found = await look();
    if (found) return found;
    await rest(STEP_MS);
  }
  throw new Error(`Waited in vain for ${what}.`);
}
