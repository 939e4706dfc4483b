/** Times as people read them. */

/** On a clock of 24 hours. `at` is wall clock, in milliseconds since the epoch. */
export function clockTime(at: number, seconds = false): string {
  const parts = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
  return new Date(at).toLocaleTimeString([], seconds ? { ...parts, second: "2-digit" } : parts);
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
