/** A client of Clio's bridge protocol, to the letter: six messages out, four in, no credentials. */
import { type Json, JsonSocket } from "./json-socket.js";

export interface ClioRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export interface ClioEdit {
  readonly range: ClioRange;
  readonly oldText?: string;
  readonly newText: string;
}

export class ClioClient {
  readonly wire: JsonSocket;
  /** The server's `connected` message. */
  readonly welcome: Json;

  private constructor(wire: JsonSocket, welcome: Json) {
    this.wire = wire;
    this.welcome = welcome;
  }

  static async connect(port: number, through?: number): Promise<ClioClient> {
    const wire = await JsonSocket.open(port, { through });
    wire.send({ type: "connect", clientVersion: "0.1.0" });
    return new ClioClient(wire, await wire.take(({ type }) => type === "connected"));
  }

  openDiff(file: string, before: string, after: string, more: Json = {}): void {
    this.wire.send({ type: "openDiff", file, before, after, description: "A change", ...more });
  }

  proposeDiff(file: string, edits: readonly ClioEdit[], more: Json = {}): void {
    this.wire.send({ type: "proposeDiff", file, edits, description: "A change", ...more });
  }

  applyDiff(file: string, edits: readonly ClioEdit[], more: Json = {}): void {
    this.wire.send({ type: "applyDiff", file, edits, ...more });
  }

  closeDiff(file: string): void {
    this.wire.send({ type: "closeDiff", file });
  }

  status(message: string, level: "info" | "warning" | "error"): void {
    this.wire.send({ type: "status", message, level });
  }

  /** The next message, whatever it is. */
  next(): Promise<Json> {
    return this.wire.take(() => true);
  }

  close(): Promise<void> {
    return this.wire.close();
  }

  vanish(): Promise<void> {
    return this.wire.vanish();
  }
}

/** A range within one line, 0-based. */
export function within(line: number, start: number, end: number): ClioRange {
  return { start: { line, character: start }, end: { line, character: end } };
}
