/** The bytes of a journal: one line a record, `<CRC-32 in hex> <length in bytes> <JSON>`. Pure. */
import { crc32 } from "node:zlib";

/** Throws `TypeError` if the record has no JSON. */
export function journalLine(record: unknown): string {
  const json = JSON.stringify(record);
  if (json === undefined) throw new TypeError("The record has no JSON.");
  return `${crc32(json).toString(16).padStart(8, "0")} ${Buffer.byteLength(json)} ${json}\n`;
}

export interface JournalContent {
  /** Those of all lines before the first that is not whole. */
  readonly records: readonly unknown[];
  /** The length of these lines, in bytes. */
  readonly soundBytes: number;
  /** Whether lines follow the one that is not whole: then it was not just cut off while it was written. */
  readonly damaged: boolean;
}

export function readJournalBytes(bytes: Buffer): JournalContent {
  const records: unknown[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf("\n", start);
    const record = newline === -1 ? undefined : readLine(bytes.subarray(start, newline));
    if (record === undefined)
      return { records, soundBytes: start, damaged: newline !== -1 && newline + 1 < bytes.length };
    records.push(record.value);
    start = newline + 1;
  }
  return { records, soundBytes: start, damaged: false };
}

/** Undefined if the line, without its newline, is not as it was written. */
function readLine(line: Buffer): { value: unknown } | undefined {
  const [header, checksum, length] = /^([0-9a-f]{8}) ([1-9]\d*) /.exec(line.toString("latin1", 0, 32)) ?? [];
  if (header === undefined || checksum === undefined) return undefined;
  const json = line.subarray(header.length);
  if (json.length !== Number(length) || crc32(json) !== Number.parseInt(checksum, 16)) return undefined;
  try {
    return { value: JSON.parse(json.toString()) };
  } catch {
    return undefined;
  }
}
