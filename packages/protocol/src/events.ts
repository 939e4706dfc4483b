/**
 * Facts about the editor that agents may subscribe to: name → payload, and how often at most.
 * The last state is always delivered; only what lies between may be dropped.
 */
import * as z from "zod";
import { diagnosticSchema } from "./tools/diagnostics.js";

export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly payload: Payload;
  /** At most one per this many milliseconds and file; 0 = every one. */
  readonly intervalMs: number;
}

function defineEvent<S extends z.ZodRawShape>(shape: S, intervalMs = 0): EventDefinition<z.ZodObject<S>> {
  return { payload: z.object(shape), intervalMs };
}

const file = z.string();
const line = z.int().min(1);

export const events = {
  "ide.event.fileOpened": defineEvent({ file }),
  "ide.event.fileClosed": defineEvent({ file }),
  "ide.event.fileSaved": defineEvent({ file }),
  "ide.event.cursorMoved": defineEvent({ file, line, column: line }, 500),
  "ide.event.selectionChanged": defineEvent(
    { file, startLine: line, endLine: line, startColumn: line, endColumn: line, text: z.string() },
    500,
  ),
  "ide.event.mentioned": defineEvent({ file, startLine: line.optional(), endLine: line.optional() }),
  "ide.event.diagnosticChanged": defineEvent({ file, diagnostics: z.array(diagnosticSchema) }, 2000),
  "ide.event.breakpointChanged": defineEvent({ action: z.enum(["added", "removed"]), file, line }),
  "ide.event.testCompleted": defineEvent({
    file,
    testName: z.string(),
    passed: z.boolean(),
    duration: z.number().min(0).describe("Milliseconds"),
  }),
  "ide.event.gitStatusChanged": defineEvent({ files: z.array(z.object({ path: z.string(), status: z.string() })) }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]["payload"]>;

/** One fact, as the hub carries it. */
export type IdeEvent = { [N in EventName]: { readonly name: N; readonly payload: EventPayload<N> } }[EventName];
