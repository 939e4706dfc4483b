/** A dialect, as the WebSocket door sees it: who we say we are in it, what it can call, and what it is told unasked. */
import { describeIssues } from "@tandem/host";
import {
  type DialectInput,
  type DialectTool,
  type DialectTools,
  type DialectValue,
  type EventName,
  errors,
  type IdeEvent,
  type ListedTool,
  listDialectTools,
} from "@tandem/protocol";
import type { DialectCall } from "./dialect-call.js";

/** The value of the first content item, and the texts of those that follow. */
export type Content<Value = unknown> = readonly [Value, ...string[]];

/** One handler for every tool of a dialect. What it throws becomes an error result. */
export type DialectHandlers<Tools extends DialectTools> = {
  readonly [N in keyof Tools]: (
    input: DialectInput<Tools[N]>,
    call: DialectCall,
  ) => Promise<Content<DialectValue<Tools[N]>>>;
};

/** A notification of the dialect. */
export interface Notification {
  readonly method: string;
  readonly params: object;
}

export interface Dialect {
  readonly name: string;
  /** Of the handshake: carries the token and tells the dialect; lower case. */
  readonly header: string;
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** Which events its agents are told of unasked, and how. */
  readonly events: ReadonlySet<EventName>;
  readonly notificationOf: (event: IdeEvent) => Notification | undefined;
  /** Built at the first question. */
  readonly listing: () => readonly ListedTool[];
  /** Undefined if the dialect has no such tool. */
  readonly find: (name: string) => DialectHandler | undefined;
}

/** Checks the input, and throws or rejects with what is to be told. */
export type DialectHandler = (input: unknown, call: DialectCall) => Promise<Content>;

export function dialectOf<Tools extends DialectTools>(
  about: Pick<Dialect, "name" | "header" | "serverInfo"> & Partial<Pick<Dialect, "events" | "notificationOf">>,
  tools: Tools,
  handlers: DialectHandlers<Tools>,
): Dialect {
  let listing: readonly ListedTool[] | undefined;
  const byName = new Map(
    Object.entries(tools).map(([name, tool]) => [name, checked(name, tool, handlers[name] as DialectHandler)]),
  );
  return {
    events: new Set(),
    notificationOf: () => undefined,
    ...about,
    listing: () => {
      listing ??= listDialectTools(tools);
      return listing;
    },
    find: (name) => byName.get(name),
  };
}

function checked(name: string, tool: DialectTool, handler: DialectHandler): DialectHandler {
  return (input, call) => {
    const parsed = tool.input.safeParse(input ?? {});
    if (!parsed.success) throw errors.invalidInput(`${name}: ${describeIssues(parsed.error)}.`);
    return handler(parsed.data, call);
  };
}
