/** Pings, pongs, closes, and the bits and opcodes that mean nothing. */

import { close, frame, opcodes, ping, pong, text } from "./frame.js";
import { answered, badText, each, type FrameCase, protocolError } from "./frame-case.js";

const LONGEST = "x".repeat(125);
const names = Object.keys(opcodes) as (keyof typeof opcodes)[];

const pings: readonly FrameCase[] = [
  ...each(["", "a", "hello", "\0", LONGEST], (payload) => ({
    name: `a ping of ${payload.length} bytes${payload === "\0" ? ", which is zero" : ""}`,
    send: () => [ping(payload)],
    expected: { pongs: [payload] },
  })),
  {
    name: "a ping of bytes that are no text",
    send: () => [ping(Buffer.from([0, 255, 254, 253, 252]))],
    expected: { pongs: ["\0ÿþýü"] },
  },
  {
    name: "ten pings in one write",
    send: () => [Buffer.concat(Array.from({ length: 10 }, (_, at) => ping(`${at}`)))],
    expected: { pongs: Array.from({ length: 10 }, (_, at) => `${at}`) },
  },
  { name: "a ping byte by byte", send: () => [{ trickle: ping("slow") }], expected: { pongs: ["slow"] } },
  ...each([126, 127, 200, 65_535, 65_536], (length) => ({
    name: `a ping of ${length} bytes`,
    send: () => [ping(Buffer.alloc(length))],
    expected: protocolError,
  })),
  { name: "a ping in fragments", send: () => [ping("a", { fin: false })], expected: protocolError },
  { name: "a pong that nobody asked for", send: (probe) => [pong(), text(probe())], expected: answered },
  { name: "a pong with a payload", send: (probe) => [pong(LONGEST), text(probe())], expected: answered },
  {
    name: "a hundred pongs",
    send: (probe) => [Buffer.concat([...Array.from({ length: 100 }, () => pong("x")), text(probe())])],
    expected: answered,
  },
  { name: "a pong, then a ping", send: () => [pong("1"), ping("2")], expected: { pongs: ["2"] } },
  { name: "a pong of 126 bytes", send: () => [pong(Buffer.alloc(126))], expected: protocolError },
  { name: "a pong in fragments", send: () => [pong("a", { fin: false })], expected: protocolError },
  { name: "a ping right after a message", send: (probe) => [text(probe()), ping("p")], expected: { pongs: ["p"] } },
];

/** Bits that no extension has given a meaning, on every kind of frame. */
const reservedBits = names.flatMap((name) =>
  each([1, 2, 3, 4, 5, 6, 7], (rsv) => ({
    name: `reserved bits ${rsv.toString(2).padStart(3, "0")} on a ${name} frame`,
    send: () => [frame({ opcode: opcodes[name], rsv })],
    expected: protocolError,
  })),
);

const reservedOpcodes = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap((opcode): FrameCase[] => [
  { name: `opcode ${opcode}`, send: () => [frame({ opcode })], expected: protocolError },
  { name: `opcode ${opcode} with a payload`, send: () => [frame({ opcode, payload: "x" })], expected: protocolError },
  { name: `opcode ${opcode}, unfinished`, send: () => [frame({ opcode, fin: false })], expected: protocolError },
  {
    name: `opcode ${opcode} after a message`,
    send: (probe) => [text(probe()), frame({ opcode })],
    expected: protocolError,
  },
]);

const goodCodes = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999];
const badCodes = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535];

const closes: readonly FrameCase[] = [
  { name: "a close without a code", send: () => [close()], expected: { closes: [1005, 1000] } },
  ...each(goodCodes, (code) => ({
    name: `a close with code ${code}`,
    send: () => [close(code)],
    expected: { closes: [code] },
  })),
  ...each(badCodes, (code) => ({
    name: `a close with code ${code}, which nobody may send`,
    send: () => [close(code)],
    expected: protocolError,
  })),
  {
    name: "a close of one byte",
    send: () => [frame({ opcode: opcodes.close, payload: "x" })],
    expected: protocolError,
  },
  { name: "a close with a reason", send: () => [close(1000, "bye")], expected: { closes: [1000] } },
  { name: "a close with the longest reason", send: () => [close(1000, "x".repeat(123))], expected: { closes: [1000] } },
  { name: "a close with a reason too long", send: () => [close(1000, "x".repeat(124))], expected: protocolError },
  {
    name: "a close whose reason is no text",
    send: () => [close(1000, Buffer.from([0xce, 0xba, 0xff]))],
    expected: badText,
  },
  { name: "a close in fragments", send: () => [close(1000, "", { fin: false })], expected: protocolError },
  { name: "a close byte by byte", send: () => [{ trickle: close(1000, "slow") }], expected: { closes: [1000] } },
  { name: "two closes", send: () => [Buffer.concat([close(1000), close(1001)])], expected: { closes: [1000] } },
  {
    name: "a message after a close",
    send: (probe) => [Buffer.concat([close(1000), text(probe())])],
    expected: { closes: [1000] },
  },
  { name: "a ping after a close", send: () => [Buffer.concat([close(1000), ping("x")])], expected: { closes: [1000] } },
  {
    name: "rubbish after a close",
    send: () => [Buffer.concat([close(1000), Buffer.alloc(100, 0xff)])],
    expected: { closes: [1000] },
  },
];

export const controlCases: readonly FrameCase[] = [...pings, ...reservedBits, ...reservedOpcodes, ...closes];
