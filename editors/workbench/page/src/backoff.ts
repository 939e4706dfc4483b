const SHORTEST_MS = 250;
const LONGEST_MS = 5000;

/** Milliseconds until the next attempt to connect. `attempt` counts from 0; `random` is in [0, 1). */
export function reconnectDelay(attempt: number, random: number): number {
  const step = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(attempt, 16));
  return SHORTEST_MS + (step - SHORTEST_MS) * (0.5 + random / 2);
}
