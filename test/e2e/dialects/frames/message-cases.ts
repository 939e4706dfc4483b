/** Messages: in pieces, with masks and lengths of every kind, cut short, early, and of text that is none. */

import { close, fragments, frame, NO_MASK, opcodes, pieces, ping, pong, text } from "./frame.js";
import { answered, badText, type Expected, each, type FrameCase, protocolError, tooBig } from "./frame-case.js";

const MIB = 2 ** 20;
const BLANKS = Buffer.alloc(MIB, 32);
const { continuation, binary } = opcodes;
/** Which of the two a server does is its own choice. */
const answeredOrRefused: Expected = { answered: true, closes: [1002] };

const padded = (probe: string, length: number) => probe + " ".repeat(length - Buffer.byteLength(probe));
const halves = (probe: string) => pieces(probe, Math.ceil(Buffer.byteLength(probe) / 2));

const lengths: readonly FrameCase[] = [
  ...each([125, 126, 127, 128, 4095, 65_535, 65_536, 65_537, MIB], (length) => ({
    name: `a message of ${length} bytes`,
    send: (probe) => [text(length < 200 ? probe() : padded(probe(), length))],
    expected: answered,
  })),
  ...each([16, 64] as const, (lengthForm) => ({
    name: `a short message whose length is written in ${lengthForm} bits`,
    send: (probe) => [text(probe(), { lengthForm })],
    expected: answeredOrRefused,
  })),
  {
    name: "an empty message, its length in 64 bits",
    send: () => [text("", { lengthForm: 64 })],
    expected: { refused: true, closes: [1002, 1003, 1007] },
  },
  {
    name: "a message of 300 bytes, its length in 64 bits",
    send: (probe) => [text(padded(probe(), 300), { lengthForm: 64 })],
    expected: answeredOrRefused,
  },
  ...each([16, 64] as const, (lengthForm) => ({
    name: `a ping whose length is written in ${lengthForm} bits`,
    send: () => [ping("x", { lengthForm })],
    expected: protocolError,
  })),
  ...each([16, 64] as const, (lengthForm) => ({
    name: `a close whose length is written in ${lengthForm} bits`,
    send: () => [close(1000, "", { lengthForm })],
    expected: protocolError,
  })),
  ...each([2n ** 24n + 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 62n], (announcedLength) => ({
    name: `a message that announces ${announcedLength} bytes`,
    send: () => [text("", { announcedLength })],
    expected: tooBig,
  })),
  ...each([2n ** 63n, 2n ** 64n - 1n], (announcedLength) => ({
    name: `a message that announces ${announcedLength} bytes, with the sign bit set`,
    send: () => [text("", { announcedLength })],
    expected: { closes: [1002, 1009] },
  })),
  {
    name: "fragments of 17 MiB together",
    send: () =>
      fragments(
        Array.from({ length: 17 }, () => BLANKS),
        { mask: NO_MASK },
      ),
    expected: tooBig,
  },
  {
    name: "a last fragment that announces too much",
    send: () => [text("[", { fin: false }), frame({ opcode: continuation, announcedLength: 2n ** 24n })],
    expected: tooBig,
  },
];

const masks: readonly FrameCase[] = [
  ...each(["00000000", "ffffffff", "00ff00ff", "01020304", "80000000"], (key) => ({
    name: `a message masked with ${key}`,
    send: (probe) => [text(probe(), { mask: Buffer.from(key, "hex") })],
    expected: answered,
  })),
  ...each(Object.entries(opcodes), ([name, opcode]) => ({
    name: `a ${name} frame without a mask`,
    send: () => [frame({ opcode, mask: "none" })],
    expected: protocolError,
  })),
  { name: "a message without a mask", send: (probe) => [text(probe(), { mask: "none" })], expected: protocolError },
  {
    name: "a second fragment without a mask",
    send: (probe) => {
      const [first = Buffer.of(), second = Buffer.of()] = halves(probe());
      return [text(first, { fin: false }), frame({ opcode: continuation, payload: second, mask: "none" })];
    },
    expected: protocolError,
  },
  {
    name: "a message masked with another key than it says",
    send: (probe) => [text(probe(), { announcedMask: Buffer.from("b77aa1bd", "hex") })],
    expected: badText,
  },
  {
    name: "a ping masked with another key than it says",
    send: () => [ping("ab", { mask: Buffer.from([0, 0, 0, 0]), announcedMask: Buffer.from([1, 1, 1, 1]) })],
    expected: { pongs: ["`c"] },
  },
];

const fragmented: readonly FrameCase[] = [
  ...each([1, 2, 3, 7, 64], (size) => ({
    name: `a message in fragments of ${size} bytes`,
    send: (probe) => [Buffer.concat(fragments(pieces(probe(), size)))],
    expected: answered,
  })),
  ...each([1, 5], (size) => ({
    name: `a message in fragments of ${size} bytes, each in a write of its own`,
    send: (probe) => fragments(pieces(probe(), size)),
    expected: answered,
  })),
  { name: "a message byte by byte", send: (probe) => [{ trickle: text(probe()) }], expected: answered },
  {
    name: "a fragmented message byte by byte",
    send: (probe) => [{ trickle: Buffer.concat(fragments(halves(probe()))) }],
    expected: answered,
  },
  {
    name: "three messages in one write",
    send: (probe) => [Buffer.concat([text(probe()), text(probe()), text(probe())])],
    expected: answered,
  },
  { name: "an empty first fragment", send: (probe) => fragments(["", probe()]), expected: answered },
  { name: "an empty last fragment", send: (probe) => fragments([probe(), ""]), expected: answered },
  {
    name: "empty fragments before, between and after",
    send: (probe) => fragments(["", "", ...halves(probe()).flatMap((half) => [half, ""]), ""]),
    expected: answered,
  },
  {
    name: "a thousand empty fragments",
    send: (probe) => [Buffer.concat(fragments([...Array.from({ length: 1000 }, () => ""), probe()]))],
    expected: answered,
  },
  ...each([1, 3], (count) => ({
    name: `${count} pings between fragments`,
    send: (probe) => {
      const [first = Buffer.of(), second = Buffer.of()] = fragments(halves(probe()));
      return [first, ...Array.from({ length: count }, (_, at) => ping(`${at}`)), second];
    },
    expected: { answered: true, pongs: Array.from({ length: count }, (_, at) => `${at}`) },
  })),
  {
    name: "a ping after every byte of a fragmented message",
    send: (probe) => [
      Buffer.concat(
        fragments(pieces(probe(), 1)).flatMap((each, at, all) => (at < all.length - 1 ? [each, ping("")] : [each])),
      ),
    ],
    expected: answered,
  },
  {
    name: "a pong between fragments",
    send: (probe) => {
      const [first = Buffer.of(), second = Buffer.of()] = fragments(halves(probe()));
      return [first, pong("x"), second];
    },
    expected: answered,
  },
  {
    name: "a close between fragments",
    send: (probe) => {
      const [first = Buffer.of(), second = Buffer.of()] = fragments(halves(probe()));
      return [Buffer.concat([first, close(1000), second])];
    },
    expected: { closes: [1000] },
  },
  {
    name: "a message within a fragmented one",
    send: (probe) => [text("{", { fin: false }), text(probe())],
    expected: protocolError,
  },
  {
    name: "the start of a message within a fragmented one",
    send: () => [text("{", { fin: false }), text("{", { fin: false })],
    expected: protocolError,
  },
  {
    name: "a binary message within a fragmented one",
    send: () => [text("{", { fin: false }), frame({ opcode: binary })],
    expected: protocolError,
  },
  ...each([{ fin: true }, { fin: false }, { fin: true, payload: "x" }, { fin: false, payload: "x" }], (parts) => ({
    name: `a continuation of nothing ${JSON.stringify(parts)}`,
    send: () => [frame({ opcode: continuation, ...parts })],
    expected: protocolError,
  })),
  {
    name: "a continuation after a whole message",
    send: (probe) => [text(probe()), frame({ opcode: continuation, payload: "x" })],
    expected: protocolError,
  },
  {
    name: "a continuation after a finished one",
    send: (probe) => [...fragments(halves(probe())), frame({ opcode: continuation })],
    expected: protocolError,
  },
];

const binaries: readonly FrameCase[] = [
  ...each(["", "x", "\0\xff"], (payload) => ({
    name: `a binary message ${JSON.stringify(payload)}`,
    send: () => [frame({ opcode: binary, payload: Buffer.from(payload, "latin1") })],
    expected: { refused: true, closes: [1003, 1007] },
  })),
  {
    name: "a binary message in fragments",
    send: () => fragments(["ab", "cd"], { opcode: binary }),
    expected: { refused: true, closes: [1003, 1007] },
  },
  {
    name: "a binary message that holds a good one",
    send: (probe) => [frame({ opcode: binary, payload: probe() })],
    expected: { refused: true, closes: [1003, 1007] },
  },
];

const cutShort: readonly FrameCase[] = [
  ...each([1, 2, 5, 6, 20], (length) => ({
    name: `a message cut off after ${length} bytes`,
    send: (probe) => [text(probe()).subarray(0, length), "finish" as const],
    expected: { ends: true },
  })),
  {
    name: "a fragmented message that never ends",
    send: () => [text("{", { fin: false }), "finish"],
    expected: { ends: true },
  },
  { name: "nothing at all", send: () => ["finish"], expected: { ends: true } },
  { name: "half of a close", send: () => [close(1000).subarray(0, 3), "finish"], expected: { ends: true } },
  {
    name: "a request instead of frames",
    send: () => [Buffer.from("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")],
    expected: protocolError,
  },
  {
    name: "a TLS greeting instead of frames",
    send: () => [Buffer.from("16030100c8010000c40303", "hex")],
    expected: protocolError,
  },
  { name: "zeros instead of frames", send: () => [Buffer.alloc(64)], expected: protocolError },
  { name: "ones instead of frames", send: () => [Buffer.alloc(64, 0xff)], expected: protocolError },
];

export const messageCases: readonly FrameCase[] = [...lengths, ...masks, ...fragmented, ...binaries, ...cutShort];
