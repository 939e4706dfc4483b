/** JSON from strangers: its depth is known before it is parsed. */

export class JsonRefused extends Error {
  override readonly name = "JsonRefused";
}

/** Parses UTF-8 JSON. Throws `JsonRefused` if it is not JSON or is nested deeper than `maxDepth`. */
export function parseJson(bytes: Buffer, maxDepth: number): unknown {
  if (deeperThan(bytes, maxDepth)) throw new JsonRefused(`The message is nested deeper than ${maxDepth} levels.`);
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new JsonRefused("The message is not valid JSON.");
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Up to this size it is quicker to count brackets than to tell where strings are, in bytes. */
const SHORT_BYTES = 1024;

/** Counts brackets outside strings; all of these are single bytes in UTF-8. */
function deeperThan(bytes: Buffer, maxDepth: number): boolean {
  if (bytes.length <= SHORT_BYTES && openingBrackets(bytes) <= maxDepth) return false;
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case QUOTE:
        i = endOfString(bytes, i);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > maxDepth) return true;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--;
        break;
    }
  }
  return false;
}

/** Also those in strings. */
function openingBrackets(bytes: Buffer): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === OPEN_ARRAY || bytes[i] === OPEN_OBJECT) count++;
  return count;
}

/** Index of the closing quote of the string that opens at `start`, or the end of the bytes. */
function endOfString(bytes: Buffer, start: number): number {
  for (let i = start + 1; ; ) {
    const quote = bytes.indexOf(QUOTE, i);
    if (quote < 0) return bytes.length;
    let backslashes = 0;
    while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
    i = quote + 1;
  }
}
