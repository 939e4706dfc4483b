/** Good messages made bad: the same ones again for the same seed. */
import type { Random } from "../../../soak/random.js";

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

const LONG = 300;

const oddValues: readonly [Value, ...Value[]] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  "",
  "\0",
  "\ud800",
  "\u202e",
  "../../etc/passwd",
  "file:///",
  "x".repeat(LONG),
  [],
  {},
  [[[[]]]],
  { toString: 1 },
  "__proto__",
];

const oddKeys = ["__proto__", "constructor", "toString", "", "id", "type", "method", "params", "_meta", "\0"] as const;
const oddText = ["\0", '"', "\\", "{", "}", "[", "]", ",", ":", "\ufeff", "é", "1e999", "-", "\\u", "null"] as const;

/** The text of a message in which one to three things are other than they should be. */
export function mutated(message: object, random: Random): string {
  let value = message as Value;
  for (let count = random.between(0, 2); count > 0; count--) value = withOddPart(value, random);
  const text = JSON.stringify(value);
  return random.once(3) ? withOddCharacters(text, random) : text;
}

/** Bytes of which a few are other than they should be. */
export function mutatedBytes(bytes: Buffer, random: Random): Buffer {
  const result = Buffer.from(bytes);
  for (let count = random.between(0, 2); count > 0; count--) {
    // Most of what a frame means stands in its first bytes.
    const at = random.between(0, random.once(2) ? Math.min(13, result.length - 1) : result.length - 1);
    result[at] = random.once(2) ? random.between(0, 255) : (result[at] as number) ^ (1 << random.between(0, 7));
  }
  return random.once(8) ? result.subarray(0, random.between(0, result.length)) : result;
}

/** Walks down to a random place and changes what is there. */
function withOddPart(value: Value, random: Random): Value {
  if (typeof value !== "object" || value === null || random.once(6)) return random.pick(oddValues);
  if (Array.isArray(value)) {
    if (value.length === 0) return [random.pick(oddValues)];
    const at = random.between(0, value.length - 1);
    return value.map((each: Value, index) => (index === at ? withOddPart(each, random) : each));
  }
  const entries = Object.entries(value);
  const at = random.between(0, entries.length);
  const [key, held] = entries[at] ?? [random.pick(oddKeys), random.pick(oddValues)];
  if (random.once(5)) return fromEntries(entries.filter((_, index) => index !== at));
  const changed = [random.once(6) ? random.pick(oddKeys) : key, withOddPart(held, random)] as const;
  return fromEntries([...entries.slice(0, at), changed, ...entries.slice(at + 1)]);
}

/** Keeps even `__proto__` as a key of its own. */
function fromEntries(entries: readonly (readonly [string, Value])[]): Value {
  const result: Record<string, Value> = Object.create(null) as Record<string, Value>;
  for (const [key, value] of entries)
    Object.defineProperty(result, key, { value, enumerable: true, configurable: true });
  return result;
}

function withOddCharacters(text: string, random: Random): string {
  const from = random.between(0, text.length);
  const to = random.once(2) ? from : random.between(from, Math.min(text.length, from + 20));
  const inserted = random.once(3) ? text.slice(from, to).repeat(random.between(1, 5)) : random.pick(oddText);
  return text.slice(0, from) + inserted + text.slice(to);
}
