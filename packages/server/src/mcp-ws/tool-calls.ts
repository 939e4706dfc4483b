/** The calls of one agent that have not been answered. */
import { Disconnected } from "@tandem/host";
import { errors, findTool, IdeError } from "@tandem/protocol";
import type { Dialect, DialectHandler } from "../dialects/dialect.js";
import { type Caller, DialectCall } from "../dialects/dialect-call.js";
import type { RequestId } from "../json-rpc.js";
import { toMcpResult } from "../mcp/result.js";
import { type ProgressMessage, wishesOf } from "../mcp/wishes.js";
import { RunningCall } from "./running-call.js";

/** Told what a call came to. */
export interface CallListener {
  answered(id: RequestId, result: object): void;
  /** The call cannot be made; nothing was done. */
  refused(id: RequestId, why: "unknown" | "too many", error: IdeError): void;
  progressed(message: ProgressMessage): void;
}

export interface ToolCallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export class ToolCalls {
  readonly #running = new Map<RequestId, RunningCall>();
  readonly #dialect: Dialect;
  readonly #most: number;
  readonly #listener: CallListener;

  constructor(dialect: Dialect, most: number, listener: CallListener) {
    this.#dialect = dialect;
    this.#most = most;
    this.#listener = listener;
  }

  isRunning(id: RequestId): boolean {
    return this.#running.has(id);
  }

  /** A tool of the dialect, or else one of the table. */
  start(id: RequestId, { name, arguments: input, _meta: meta }: ToolCallParams, caller: Caller): void {
    const tool = this.#dialect.find(name);
    if (!tool && !findTool(name)) return this.#listener.refused(id, "unknown", errors.unknownTool(name));
    if (this.#running.size >= this.#most) {
      const error = errors.notAllowed(`${this.#most} calls of yours are running already.`, "Wait for some of them.");
      return this.#listener.refused(id, "too many", error);
    }
    const call = new RunningCall();
    this.#running.set(id, call);
    const answer = (result: object) => {
      if (call.isEnded) return;
      this.#running.delete(id);
      this.#listener.answered(id, result);
    };
    const wishes = wishesOf(meta, (message) => this.#listener.progressed(message));
    const { core, agent } = caller;
    if (tool) void resultOf(tool, input, new DialectCall(caller, call.gone, wishes)).then(answer);
    else
      void core
        .dispatch({ agent, tool: name, input, gone: call.gone, ...wishes })
        .then((result) => answer(toMcpResult(result)));
  }

  /** The agent does not want the answer any more, and gets none. */
  cancel(id: RequestId): void {
    this.#running.get(id)?.end();
    this.#running.delete(id);
  }

  /** The agent has gone. */
  end(): void {
    for (const call of this.#running.values()) call.end(new Disconnected());
    this.#running.clear();
  }
}

/** Never rejects. */
async function resultOf(tool: DialectHandler, input: unknown, call: DialectCall): Promise<object> {
  try {
    const content = await tool(input, call);
    return { content: content.map((value) => ({ type: "text", text: textOf(value) })) };
  } catch (error) {
    return toMcpResult({ ok: false, error: IdeError.from(error) });
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
