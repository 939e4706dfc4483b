/** A zip file of a few small files: what a `.vsix` is. The same files make the same bytes. */
import { crc32, deflateRawSync } from "node:zlib";

/** 1980-01-01, the first day that a zip file can name: the time of the packing is nobody's business. */
const FIRST_DAY = 0x0021;
/** Compressed by deflate; names in UTF-8. */
const DEFLATE = 8;
const UTF8_NAMES = 0x0800;
const VERSION = 20;

/**
 * @param {ReadonlyMap<string, Uint8Array>} files by their names
 * @returns {Buffer}
 */
export function zip(files) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const about = describe(crc32(bytes), packed.length, bytes.length, name.length);
    parts.push(signed(0x04034b50, about), name, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(signed(0x02014b50, Buffer.concat([Buffer.from([VERSION, 0]), about])), place, name);
    offset += 4 + about.length + name.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.size, 4);
  end.writeUInt16LE(files.size, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, signed(0x06054b50, end)]);
}

/**
 * What both headers of a file say of it.
 * @param {number} crc
 * @param {number} packed
 * @param {number} size
 * @param {number} nameLength
 */
function describe(crc, packed, size, nameLength) {
  const about = Buffer.alloc(26);
  for (const [at, value] of [VERSION, UTF8_NAMES, DEFLATE, 0, FIRST_DAY].entries()) about.writeUInt16LE(value, 2 * at);
  for (const [at, value] of [crc, packed, size].entries()) about.writeUInt32LE(value, 10 + 4 * at);
  about.writeUInt16LE(nameLength, 22);
  return about;
}

/**
 * @param {number} signature
 * @param {Buffer} rest
 */
function signed(signature, rest) {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(signature);
  return Buffer.concat([head, rest]);
}
