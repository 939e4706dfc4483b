/** Text: what is UTF-8 and what is not, whole and cut at every place, and what is text and no message. */

import { fragments, frame, opcodes, text } from "./frame.js";
import { answered, badText, each, type FrameCase } from "./frame-case.js";

const good = {
  "two bytes, the first and the last": "\u0080\u07ff",
  "three bytes, the first and the last": "\u0800\uffff",
  "around the surrogates": "\ud7ff\ue000",
  "four bytes, the first and the last": "\u{10000}\u{10ffff}",
  "a replacement character": "\ufffd",
  "characters that are none": "\ufffe\uffff\u{1fffe}",
  Greek: "κόσμε",
  "an emoji of seven": "👨‍👩‍👧‍👦",
  "right to left": "שלום‮abc",
} as const;

/** Bytes that are no UTF-8, by what is wrong with them. */
const bad = {
  "a lone continuation": "80",
  "the last continuation": "bf",
  "six continuations": "8081828384bf",
  "a lead of two alone": "c3",
  "a lead of three alone": "e2",
  "a lead of four alone": "f0",
  "three bytes, one missing": "e282",
  "four bytes, one missing": "f09f98",
  "four bytes, two missing": "f09f",
  "a lead and an ASCII character": "c341",
  "a lead of three and a lead": "e2c3a9",
  "the byte fe": "fe",
  "the byte ff": "ff",
  "both bytes of a UTF-16 mark": "feff",
  "a slash in two bytes": "c0af",
  "a slash in three bytes": "e080af",
  "a slash in four bytes": "f08080af",
  "a zero in two bytes": "c080",
  "a zero in three bytes": "e08080",
  "the longest overlong two": "c1bf",
  "the longest overlong three": "e09fbf",
  "the longest overlong four": "f08fbfbf",
  "the first high surrogate": "eda080",
  "the last high surrogate": "edafbf",
  "the first low surrogate": "edb080",
  "the last low surrogate": "edbfbf",
  "a pair of surrogates": "eda080edb080",
  "just above the last character": "f4908080",
  "the largest of four bytes": "f7bfbfbf",
  "five bytes": "f888808080",
  "six bytes": "fc8480808080",
  "good text, then a bad byte": "cebae1bdb9cf83cebcceb5ed",
  "Latin-1": "e9e8",
} as const;

/** The probe with these bytes in its string, in two parts: before and with them. */
function around(probe: (filler: string) => string, hex: string): readonly [Buffer, Buffer] {
  const [before = "", after = ""] = probe("@@@").split("@@@");
  return [Buffer.from(before), Buffer.concat([Buffer.from(hex, "hex"), Buffer.from(after)])];
}

const goodCases = Object.entries(good).flatMap(([name, filler]): FrameCase[] => [
  { name: `text with ${name}`, send: (probe) => [text(probe(filler))], expected: answered },
  {
    name: `text with ${name}, cut between all bytes`,
    send: (probe) => [Buffer.concat(fragments(Array.from(Buffer.from(probe(filler)), (byte) => Buffer.of(byte))))],
    expected: answered,
  },
]);

const badCases = Object.entries(bad).flatMap(([name, hex]): FrameCase[] => [
  {
    name: `no text: ${name}`,
    send: (probe) => [text(Buffer.concat(around(probe, hex)))],
    expected: badText,
  },
  {
    name: `no text, in the second fragment: ${name}`,
    send: (probe) => fragments(around(probe, hex)),
    expected: badText,
  },
]);

const refused = { refused: true, closes: [1003, 1007] };

/** Text that is no message of any dialect. */
const noMessages = each(
  [
    "",
    " ",
    "x",
    "{",
    "[",
    '"',
    "nul",
    "undefined",
    "NaN",
    "{}}",
    '{"a":1,}',
    "{'a':1}",
    "\ufeff{}",
    "[[]",
    '{"a"}',
    "1e",
    "-",
    "\\u0000",
    '"\n"',
    "tru",
    "/* */{}",
    '{"a":"\t"}',
  ],
  (payload): FrameCase => ({
    name: `text that is no JSON: ${JSON.stringify(payload)}`,
    send: () => [text(payload)],
    expected: refused,
  }),
);

const noObjects = each(
  ["null", "true", "false", "0", "-1.5e3", '"text"', "[]", "[1,2]", "{}", '{"type":null}', "[{}]"],
  (payload): FrameCase => ({
    name: `JSON that is no message: ${payload}`,
    send: () => [text(payload)],
    expected: refused,
  }),
);

const deep = each(
  [65, 1000, 100_000],
  (depth): FrameCase => ({
    name: `JSON of depth ${depth}`,
    send: () => [frame({ opcode: opcodes.text, payload: "[".repeat(depth) + "]".repeat(depth) })],
    expected: refused,
  }),
);

export const textCases: readonly FrameCase[] = [...goodCases, ...badCases, ...noMessages, ...noObjects, ...deep];
