/**
 * Our own scripting time, from a trace of Chromium. Counted are the outermost of these events of the page's main thread,
 * each with all that happens inside it, so styles and layout that a script forces are part of it, and nothing is
 * counted twice: scripts that are compiled and run, functions called, events dispatched, timers, animation frames, idle
 * callbacks, microtasks, and the collection of the garbage that they leave. The time is the thread's own: what the
 * machine does meanwhile for others, in which the thread stands still, is not counted. Pure.
 */

export interface TraceEvent {
  readonly name: string;
  /** "X": has a beginning and a duration. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds by the clock, and by the thread's own. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

export const CATEGORIES = ["devtools.timeline", "devtools.timeline.frame", "v8", "__metadata"];

const SCRIPTING = new Set([
  "EvaluateScript",
  "v8.evaluateModule",
  "v8.compile",
  "v8.compileModule",
  "v8.callFunction",
  "FunctionCall",
  "EventDispatch",
  "TimerFire",
  "FireAnimationFrame",
  "FireIdleCallback",
  "RunMicrotasks",
  "MinorGC",
  "MajorGC",
  "V8.GCIncrementalMarking",
]);

/** One outermost piece of scripting. */
interface Span {
  /** Microseconds by the clock. */
  readonly from: number;
  /** Milliseconds of the thread. */
  readonly cost: number;
}

export class Trace {
  readonly #events: readonly TraceEvent[];
  readonly #spans: readonly Span[];

  /** Of a browser that has one page. */
  constructor(events: readonly TraceEvent[]) {
    const named = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
    const threads = new Set(named.map(threadOf));
    this.#events = events.filter((event) => threads.has(threadOf(event))).sort((a, b) => a.ts - b.ts);
    this.#spans = outermost(this.#events.filter(({ name, ph }) => ph === "X" && SCRIPTING.has(name)));
  }

  /** In milliseconds. */
  get scripting(): number {
    return this.#spans.reduce((sum, { cost }) => sum + cost, 0);
  }

  /** From each key down to the next, and from the last to the end, with all that it brings about: in milliseconds. */
  scriptingPerKey(): number[] {
    const keys = this.#events.filter(({ name, args }) => name === "EventDispatch" && args?.data?.type === "keydown");
    return this.#between(keys.map(({ ts }) => ts));
  }

  /** From the end of one frame to the end of the next, in milliseconds, where there was any. */
  scriptingPerFrame(): number[] {
    const frames = this.#events.filter(({ name, ph }) => name === "AnimationFrame" && ph === "e");
    return this.#between(frames.map(({ ts }) => ts)).filter((cost) => cost > 0);
  }

  #between(starts: readonly number[]): number[] {
    return starts.map((start, index) => {
      const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
      const inside = this.#spans.filter(({ from }) => from >= start && from < end);
      return inside.reduce((sum, { cost }) => sum + cost, 0);
    });
  }
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}

function outermost(sorted: readonly TraceEvent[]): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const { ts, dur = 0, tdur } of sorted) {
    if (ts < end) continue;
    if (tdur === undefined) throw new Error("The trace has no thread time.");
    spans.push({ from: ts, cost: tdur / 1000 });
    end = ts + dur;
  }
  return spans;
}
