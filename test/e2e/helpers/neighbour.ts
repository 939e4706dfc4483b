/** A good agent that keeps calling while others misbehave, and notes how it fared. */
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import { FILE } from "./bridge.js";
import { RawAgent } from "./raw-agent.js";

/** The longest that one call of a good agent may take while others misbehave, in milliseconds. */
const WORST_MS = 500;

/** Runs the abuse beside a good agent: none of its calls fails, none is slow, and some were made. */
export async function unnoticed<T>(port: number, abuse: () => Promise<T>): Promise<T> {
  const agent = await RawAgent.connect(port);
  let over = false;
  let calls = 0;
  let worst = 0;
  const calling = (async () => {
    while (!over) {
      const started = performance.now();
      const answer = await agent.call("ide.editor.getContent", { file: FILE });
      worst = Math.max(worst, performance.now() - started);
      expect(answer).toMatchObject({ result: { structuredContent: { totalLines: 3 } } });
      calls++;
      // The abuse runs in this very process: let it have its turn.
      await setImmediate();
    }
  })();
  try {
    const abused = abuse().finally(() => {
      over = true;
    });
    const [result] = await Promise.all([abused, calling]);
    expect(calls).toBeGreaterThan(0);
    expect(worst).toBeLessThan(WORST_MS);
    return result;
  } finally {
    await agent.disconnect();
  }
}
