/** How long to wait between attempts to find an editor again. */

/** Soon at first, as an editor restarts within seconds; then patiently. */
const FIRST_MS = 100;
const GROWTH = 1.6;
const SOON_MS = 1000;
const PATIENT_MS = 5000;
/** After so many attempts (about a minute) the editor is not expected at any moment. */
const SOON_ATTEMPTS = 60;

/** Milliseconds before the attempt, counted from 0. Up to half of it is chance, so that many agents do not come at once. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const most = attempt < SOON_ATTEMPTS ? SOON_MS : PATIENT_MS;
  const full = Math.min(most, FIRST_MS * GROWTH ** Math.min(attempt, 20));
  return full * (1 - random() / 2);
}
