/** One connection to a listener in the hands of a case: what was sent, and everything that came of it. */
import type { Json } from "../clients/json-socket.js";
import { opcodes, text } from "./frame.js";
import type { Sent } from "./frame-case.js";
import type { SocketListener } from "./listeners.js";
import { RawWebSocket } from "./raw-websocket.js";

export interface Seen {
  readonly answers: readonly number[];
  readonly pongs: readonly string[];
  /** Messages that say that one was no good. */
  readonly errors: number;
  /** The code of the server's close frame; 1005 without one, undefined if there was no close frame. */
  readonly code: number | undefined;
  /** The connection has ended. */
  readonly ended: boolean;
}

const NO_CODE = 1005;
/** Probes that only ask whether the connection goes on have this number and those after it. */
const FIRST_CHECK = 1_000_000;

export class Conversation {
  readonly #listener: SocketListener;
  readonly #raw: RawWebSocket;
  readonly #answers: number[] = [];
  readonly #pongs: string[] = [];
  #errors = 0;
  #code: number | undefined;
  #ended = false;
  #probes = 0;
  #checks = FIRST_CHECK;

  private constructor(listener: SocketListener, raw: RawWebSocket) {
    this.#listener = listener;
    this.#raw = raw;
  }

  static async open(listener: SocketListener): Promise<Conversation> {
    const raw = await RawWebSocket.open(listener.port, listener.own, listener.path);
    const conversation = new Conversation(listener, raw);
    for (const message of listener.greeting) raw.send(text(message));
    return conversation;
  }

  /** Takes over a connection that is upgraded already. */
  static over(listener: SocketListener, raw: RawWebSocket): Conversation {
    return new Conversation(listener, raw);
  }

  get probes(): number {
    return this.#probes;
  }

  /** The next message that has an answer. */
  probe(filler = ""): string {
    return this.#listener.probe(++this.#probes, filler);
  }

  async send(parts: readonly Sent[]): Promise<void> {
    for (const part of parts) {
      if (part === "finish") this.#raw.finish();
      else if (!("trickle" in part)) this.#raw.send(part);
      else await this.#raw.trickle(part.trickle);
    }
  }

  /** Reads until one more probe is answered, or the connection has ended. */
  async settle(): Promise<Seen> {
    const check = this.#checks++;
    this.#raw.send(text(this.#listener.probe(check, "")));
    while (!this.#ended && !this.#answers.includes(check)) await this.#read();
    return this.#seen();
  }

  /** Reads until the connection has ended, and plays the client's part in a good end. */
  async end(): Promise<Seen> {
    while (!this.#ended) await this.#read();
    return this.#seen();
  }

  destroy(): void {
    this.#raw.destroy();
  }

  async #read(): Promise<void> {
    const frame = await this.#raw.next();
    if (frame === "closed") {
      this.#ended = true;
      return;
    }
    const { opcode, payload } = frame;
    if (opcode === opcodes.pong) this.#pongs.push(payload.toString("latin1"));
    else if (opcode === opcodes.close) {
      this.#code = payload.length === 0 ? NO_CODE : payload.readUInt16BE(0);
      this.#raw.finish();
      await this.#raw.end();
    } else if (opcode === opcodes.text) this.#heard(JSON.parse(payload.toString("utf8")) as Json);
  }

  #heard(message: Json): void {
    const answered = this.#listener.answered(message);
    if (answered === "error") this.#errors++;
    else if (answered !== undefined) this.#answers.push(answered);
  }

  #seen(): Seen {
    const answers = this.#answers.filter((id) => id < FIRST_CHECK);
    return { answers, pongs: this.#pongs, errors: this.#errors, code: this.#code, ended: this.#ended };
  }
}
