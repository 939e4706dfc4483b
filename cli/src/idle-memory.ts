/**
 * Keeps a window small. Left alone, the engine lets the space for young objects grow with a burst of work and keeps
 * it, with the burst's garbage, for as long as nobody works.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const IDLE_MS = 2_000;

/** To be called at the start. Returns what to call whenever something was done. */
export function keepMemorySmall(): () => void {
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const rest = () => {
    timer = undefined;
    setFlagsFromString("--compact-on-every-full-gc");
    collect();
    setFlagsFromString("--no-compact-on-every-full-gc");
  };
  let timer: NodeJS.Timeout | undefined = setTimeout(rest, IDLE_MS).unref();
  return () => {
    if (timer) timer.refresh();
    else timer = setTimeout(rest, IDLE_MS).unref();
  };
}
