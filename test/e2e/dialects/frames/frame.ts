/** WebSocket frames by hand: any bits, any length, any mask, right or wrong. */

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameParts {
  readonly opcode: number;
  readonly payload?: string | Buffer;
  /** True if left out. */
  readonly fin?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly rsv?: number;
  /** Four bytes; "none": the frame is not masked. */
  readonly mask?: Buffer | "none";
  /** The key that is announced, where it is to be another than the one used. */
  readonly announcedMask?: Buffer;
  /** How the length is written; the shortest form if left out. */
  readonly lengthForm?: 7 | 16 | 64;
  /** The length that is announced, where it is to be another than the payload's. */
  readonly announcedLength?: bigint;
}

const MASK = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
/** Leaves the payload as it is. */
export const NO_MASK = Buffer.alloc(4);

export function frame(parts: FrameParts): Buffer {
  const { opcode, fin = true, rsv = 0, mask = MASK } = parts;
  const payload = Buffer.from(parts.payload ?? "");
  const length = parts.announcedLength ?? BigInt(payload.length);
  const first = Buffer.from([(fin ? 0x80 : 0) | (rsv << 4) | opcode]);
  const header = lengthBytes(length, parts.lengthForm ?? shortestForm(length));
  if (mask === "none") return Buffer.concat([first, header, payload]);
  header[0] = (header[0] as number) | 0x80;
  return Buffer.concat([first, header, parts.announcedMask ?? mask, masked(payload, mask)]);
}

export const text = (payload: string | Buffer, parts: Partial<FrameParts> = {}) =>
  frame({ opcode: opcodes.text, payload, ...parts });
export const ping = (payload: string | Buffer = "", parts: Partial<FrameParts> = {}) =>
  frame({ opcode: opcodes.ping, payload, ...parts });
export const pong = (payload: string | Buffer = "", parts: Partial<FrameParts> = {}) =>
  frame({ opcode: opcodes.pong, payload, ...parts });

/** With a code, a close frame that carries it and the reason. */
export function close(code?: number, reason: string | Buffer = "", parts: Partial<FrameParts> = {}): Buffer {
  const head = Buffer.alloc(code === undefined ? 0 : 2);
  if (code !== undefined) head.writeUInt16BE(code);
  return frame({ opcode: opcodes.close, payload: Buffer.concat([head, Buffer.from(reason)]), ...parts });
}

/** One message in as many frames as there are parts. */
export function fragments(
  parts: readonly (string | Buffer)[],
  { opcode = opcodes.text, mask = MASK }: { readonly opcode?: number; readonly mask?: Buffer } = {},
): Buffer[] {
  return parts.map((payload, at) =>
    frame({ opcode: at === 0 ? opcode : opcodes.continuation, payload, mask, fin: at === parts.length - 1 }),
  );
}

/** The text cut into pieces of so many bytes. */
export function pieces(payload: string | Buffer, size: number): Buffer[] {
  const bytes = Buffer.from(payload);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

function masked(payload: Buffer, mask: Buffer): Buffer {
  if (mask.every((byte) => byte === 0)) return payload;
  return Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] as number)));
}

function shortestForm(length: bigint): 7 | 16 | 64 {
  return length < 126n ? 7 : length < 65_536n ? 16 : 64;
}

function lengthBytes(length: bigint, form: 7 | 16 | 64): Buffer {
  if (form === 7) return Buffer.from([Number(length)]);
  const bytes = Buffer.alloc(form === 16 ? 3 : 9);
  bytes[0] = form === 16 ? 126 : 127;
  if (form === 16) bytes.writeUInt16BE(Number(length), 1);
  else bytes.writeBigUInt64BE(length, 1);
  return bytes;
}
