/** One connection in the clio dialect: messages out, and answers matched to the questions. */
import { randomUUID } from "node:crypto";
import { clio, errors, type IdeError } from "@tandem/protocol";
import { unlessAborted } from "../abort.js";
import type { HeartbeatTimes } from "../connection/heartbeat.js";
import { WebSocketTransport } from "../connection/web-socket-transport.js";
import { fromWire } from "../wire-error.js";

type Question = Extract<clio.AgentMessageInput, { type: "openDiff" | "proposeDiff" | "applyDiff" }> & { id: string };

interface Pending {
  readonly id: string;
  readonly file: string;
  readonly resolve: (verdict: "accepted" | "rejected") => void;
  readonly reject: (error: IdeError) => void;
}

/** How a connection is made. */
export interface ClioConnectOptions {
  readonly clientVersion: string;
  readonly connectMs: number;
  readonly heartbeat?: HeartbeatTimes | undefined;
  /** Hears of errors that belong to no question. */
  readonly onError: (error: IdeError) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Not to be used once it has ended. */
export class ClioConnection {
  readonly port: number;
  readonly capabilities: readonly string[];
  readonly serverVersion: string;
  /** Whether the host says which message it answers; then it answers `applyDiff` too. */
  readonly echoesIds: boolean;
  /** Settles with the reason when the connection has ended. Never rejects. */
  readonly ended: Promise<IdeError>;
  readonly #transport: WebSocketTransport;
  readonly #onError: (error: IdeError) => void;
  readonly #pending: Pending[] = [];

  private constructor(
    port: number,
    transport: WebSocketTransport,
    { id, serverVersion, capabilities }: Extract<clio.HostMessage, { type: "connected" }>,
    onError: (error: IdeError) => void,
  ) {
    this.port = port;
    this.serverVersion = serverVersion;
    this.capabilities = capabilities;
    this.echoesIds = id !== undefined;
    this.#transport = transport;
    this.#onError = onError;
    this.ended = this.#read();
  }

  /** Connects and waits for `connected`. Rejects with `CONNECTION_LOST`, or as the signal says. */
  static async open(port: number, options: ClioConnectOptions): Promise<ClioConnection> {
    const { clientVersion, connectMs, heartbeat, onError, signal } = options;
    const transport = new WebSocketTransport({ port, connectMs, heartbeat });
    const timeout = AbortSignal.timeout(connectMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      await transport.connect(either);
      transport.send({ type: "connect", id: randomUUID(), clientVersion });
      for (;;) {
        const message = clio.hostMessageSchema.safeParse(await unlessAborted(transport.receive(), either));
        if (message.data?.type === "connected") return new ClioConnection(port, transport, message.data, onError);
        if (message.data?.type === "error") throw errorOf(message.data);
      }
    } catch (error) {
      await transport.close();
      if (timeout.aborted && !signal?.aborted) throw errors.timedOut("Connecting", connectMs);
      throw error;
    }
  }

  get isConnected(): boolean {
    return this.#transport.isConnected;
  }

  /**
   * Sends without waiting for anything; what goes wrong with it is no question's answer. Throws `CONNECTION_LOST`, and
   * then it was not sent.
   */
  send(message: clio.AgentMessageInput): void {
    this.#transport.send({ id: randomUUID(), ...message });
  }

  /** Sends and waits for the decision. Rejects with the host's error or `CONNECTION_LOST`; an abort closes the diff. */
  async ask(question: Question, signal?: AbortSignal): Promise<"accepted" | "rejected"> {
    signal?.throwIfAborted();
    const { id, file } = question;
    const verdict = new Promise<"accepted" | "rejected">((resolve, reject) => {
      this.#pending.push({ id, file, resolve, reject });
    });
    try {
      this.send(question);
      return await unlessAborted(verdict, signal);
    } catch (error) {
      if (signal?.aborted && this.isConnected) this.closeDiff(file);
      throw error;
    } finally {
      const index = this.#pending.findIndex((pending) => pending.id === id);
      if (index >= 0) this.#pending.splice(index, 1);
    }
  }

  /** Takes the file's questions away; the host says nothing to that, so it is their answer. Throws `CONNECTION_LOST`. */
  closeDiff(file: string): void {
    this.send({ type: "closeDiff", file });
    for (const pending of this.#pending) if (pending.file === file) pending.resolve("rejected");
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #read(): Promise<IdeError> {
    try {
      for (;;) this.#take(clio.hostMessageSchema.safeParse(await this.#transport.receive()).data);
    } catch (error) {
      for (const { reject } of this.#pending.splice(0)) reject(error as IdeError);
      return error as IdeError;
    }
  }

  #take(message: clio.HostMessage | undefined): void {
    if (!message || message.type === "connected") return;
    const pending = this.#questionOf(message);
    if (message.type === "error") {
      if (pending) pending.reject(errorOf(message));
      else this.#onError(errorOf(message));
    } else {
      pending?.resolve(message.type === "diffAccepted" ? "accepted" : "rejected");
    }
  }

  /** By its id; hosts that echo none answer in the order of asking, an error without a file the oldest of all. */
  #questionOf(message: clio.HostMessage): Pending | undefined {
    const index = this.#pending.findIndex(({ id, file }) => {
      if (this.echoesIds || message.id !== undefined) return message.id === id;
      return "file" in message ? message.file === file : true;
    });
    return index < 0 ? undefined : this.#pending.splice(index, 1)[0];
  }
}

/** Ours if the code is one of ours, else in the host's words. */
function errorOf({ code, message }: Extract<clio.HostMessage, { type: "error" }>): IdeError {
  return fromWire({ code, message }) ?? errors.internal(`${message} (${code})`);
}
