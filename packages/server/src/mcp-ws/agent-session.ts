/**
 * One agent on its WebSocket: JSON-RPC, one message per frame. It has joined from `initialize` to the end of the
 * connection; everything it calls goes through dispatch.
 */
import type { HostCore } from "@tandem/host";
import type { Dialect } from "../dialects/dialect.js";
import type { Caller } from "../dialects/dialect-call.js";
import { OpenDiffs } from "../dialects/open-diffs.js";
import { kindOf, type RequestId } from "../json-rpc.js";
import type { Limits } from "../limits.js";
import { introduce } from "./handshake.js";
import { answerText, codes, errorText, notificationText } from "./messages.js";
import { type ToolCallParams, ToolCalls } from "./tool-calls.js";

export interface AgentSessionParts {
  readonly core: HostCore;
  readonly dialect: Dialect;
  readonly limits: Limits;
  readonly send: (text: string) => void;
  /** Called once the agent is ready to hear of events. */
  readonly onReady: () => void;
  /** Ends the connection. */
  readonly close: () => void;
}

interface Joined extends Caller {
  readonly leave: () => void;
}

interface Request {
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

type Notice = Omit<Request, "id">;

/** Asked by agents of everybody; there are none here. */
const emptyAnswers: ReadonlyMap<string, object> = new Map([
  ["ping", {}],
  ["prompts/list", { prompts: [] }],
  ["resources/list", { resources: [] }],
  ["resources/templates/list", { resourceTemplates: [] }],
]);

export class AgentSession {
  readonly #parts: AgentSessionParts;
  readonly #calls: ToolCalls;
  #joined: Joined | undefined;

  constructor(parts: AgentSessionParts) {
    this.#parts = parts;
    this.#calls = new ToolCalls(parts.dialect, parts.limits.calls, {
      answered: (id, result) => this.#answer(id, result),
      refused: (id, why, error) =>
        this.#fail(id, why === "unknown" ? codes.badParams : codes.tooMany, error.message, { error: error.toWire() }),
      progressed: (message) => parts.send(notificationText(message)),
    });
  }

  /** What came, parsed; undefined if it was no JSON text. Never throws. */
  receive(message: unknown): void {
    switch (kindOf(message)) {
      case "request":
        return this.#asked(message as Request);
      case "notification":
        return this.#told(message as Notice);
      case "response": // Nothing was asked.
        return;
      case undefined:
        return this.#fail(null, ...complaintAbout(message));
    }
  }

  /** The connection has ended. What the host applies by itself goes on waiting for the developer. */
  end(): void {
    this.#calls.end();
    this.#joined?.leave();
  }

  #asked({ id, method, params }: Request): void {
    // The answer to a second request of that name would be taken for the first one's.
    if (this.#calls.isRunning(id)) return;
    const empty = emptyAnswers.get(method);
    if (empty) return this.#answer(id, empty);
    switch (method) {
      case "initialize":
        return this.#initialize(id, params);
      case "tools/list":
        return this.#answer(id, { tools: this.#parts.dialect.listing() });
      case "tools/call":
        return this.#call(id, params);
      default:
        return this.#fail(id, codes.unknownMethod, "There is no such method.");
    }
  }

  #told({ method, params }: Notice): void {
    if (method === "notifications/initialized" && this.#joined) this.#parts.onReady();
    if (method === "notifications/cancelled") this.#calls.cancel(params?.["requestId"] as RequestId);
  }

  #initialize(id: RequestId, params: unknown): void {
    if (this.#joined) return this.#fail(id, codes.notARequest, "This connection was initialized before.");
    const { core, dialect, close } = this.#parts;
    const { info, takesFinalText, answer } = introduce(params, dialect);
    const { agent, leave } = core.agents.join(info, dialect.name);
    const detach = core.agents.attach(agent);
    core.agents.onDisconnect(agent, close);
    const diffs = new OpenDiffs(core.reviews);
    const end = () => {
      detach();
      leave();
    };
    this.#joined = { core, agent, diffs, takesFinalText, leave: end };
    this.#answer(id, answer);
  }

  #call(id: RequestId, params: unknown): void {
    if (!this.#joined) return this.#fail(id, codes.notARequest, "Send initialize first.");
    if (!isCall(params)) return this.#fail(id, codes.badParams, "A call names its tool.");
    this.#calls.start(id, params, this.#joined);
  }

  #answer(id: RequestId, result: object): void {
    this.#parts.send(answerText(id, result, this.#parts.limits.messageBytes));
  }

  #fail(id: RequestId | null, code: number, message: string, data?: object): void {
    this.#parts.send(errorText(id, code, message, data));
  }
}

function complaintAbout(message: unknown): [code: number, text: string] {
  if (message === undefined) return [codes.notJson, "A message is one text frame of JSON, and not nested too deep."];
  if (Array.isArray(message)) return [codes.notARequest, "Batches are not taken: send one message per frame."];
  return [codes.notARequest, "This is not a JSON-RPC message."];
}

function isCall(params: unknown): params is ToolCallParams {
  const { name, _meta: meta } = (params ?? {}) as Partial<Record<string, unknown>>;
  return typeof name === "string" && (meta === undefined || (typeof meta === "object" && meta !== null));
}
