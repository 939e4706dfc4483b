/**
 * Keeps a window small. Left alone, the engine lets the space for young objects grow with a burst of work and keeps
 * it, with the burst's garbage, for as long as nobody works.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const IDLE_MS = 1_500;
/** What the first pass has freed is given back by the second. */
const PASSES = 2;

/** To be called at the start. Returns what to call whenever something was done. */
export function keepMemorySmall(): () => void {
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let passes = PASSES;
  const rest = () => {
    setFlagsFromString("--compact-on-every-full-gc");
    collect();
    setFlagsFromString("--no-compact-on-every-full-gc");
    if (--passes > 0) timer.refresh();
  };
  const timer = setTimeout(rest, IDLE_MS).unref();
  return () => {
    passes = PASSES;
    timer.refresh();
  };
}
