/** What a case of the table is: bytes after a good handshake, and what has to come of them. */

/** "finish": the client's half of the connection ends. A trickle comes byte by byte. */
export type Sent = Buffer | "finish" | { readonly trickle: Buffer };

export interface FrameCase {
  readonly name: string;
  /** Each call of `probe` gives another message that has an answer; the filler stands in a string of it. */
  readonly send: (probe: (filler?: string) => string) => readonly Sent[];
  readonly expected: Expected;
}

export interface Expected {
  /** All probes are answered, and the connection goes on. */
  readonly answered?: boolean;
  /** Payloads of the pongs that come, in their order; the connection goes on. */
  readonly pongs?: readonly string[];
  /** The message is no good, and the server says so in its own words; the connection goes on. */
  readonly refused?: boolean;
  /** The connection is closed with one of these codes; 1005 stands for a close without one. */
  readonly closes?: readonly number[];
  /** The connection ends, with or without a word. */
  readonly ends?: boolean;
}

export const answered: Expected = { answered: true };
export const protocolError: Expected = { closes: [1002] };
export const badText: Expected = { closes: [1007] };
export const tooBig: Expected = { closes: [1009] };

/** Cases for each of some values. */
export function each<T>(values: readonly T[], make: (value: T) => FrameCase): FrameCase[] {
  return values.map(make);
}
