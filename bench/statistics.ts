/** Samples, and how they are taken side by side. */

/** Of at least one sample. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
}

/** `share` is from 0 to 1; of at least one sample. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return at(sorted, Math.min(sorted.length - 1, Math.floor(sorted.length * share)));
}

function at(samples: readonly number[], index: number): number {
  const sample = samples[index];
  if (sample === undefined) throw new Error("There are no samples.");
  return sample;
}

/**
 * Takes one sample of every side in each round, so that a change in the machine's mood meets all of them alike. Every
 * other round goes backwards, so that none always follows the same one. A first round, to warm up, is not counted.
 */
export async function interleaved<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<number>>>,
): Promise<Record<Side, number[]>> {
  const names = Object.keys(sides) as Side[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await sides[name]();
      if (round > 0) samples[name].push(sample);
    }
  }
  return samples;
}

/** Milliseconds until the work is done. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
