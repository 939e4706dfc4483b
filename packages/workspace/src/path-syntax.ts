/** What a path has to look like before the disk is asked about it. Pure. */
import { posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import { errors } from "@tandem/protocol";

/** The longest path taken from outside, in UTF-8 bytes. */
export const MAX_PATH_BYTES = 4096;

/** Control characters, and halves of surrogate pairs, which would reach the disk as another name. */
const unfitCharacter = /[\p{Cc}\p{Cs}]/u;
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i;

/** An absolute path from an absolute path or a `file:///` URL. Throws `INVALID_INPUT`. */
export function absolutePath(written: string, platform: NodeJS.Platform = process.platform): string {
  checkCharacters(written);
  const path = /^file:/i.test(written) ? pathOfUrl(written, platform) : written;
  checkCharacters(path);
  if (!(platform === "win32" ? win32 : posix).isAbsolute(path)) throw errors.relativePath(path);
  if (platform === "win32") checkWindowsPath(path);
  return path;
}

/** The same path, if it is relative. Throws `INVALID_INPUT`. */
export function relativePath(path: string, platform: NodeJS.Platform = process.platform): string {
  checkCharacters(path);
  if (posix.isAbsolute(path) || (platform === "win32" && win32.isAbsolute(path))) throw errors.absolutePath(path);
  if (platform === "win32") checkWindowsPath(path);
  return path;
}

function checkCharacters(path: string): void {
  if (path.length > MAX_PATH_BYTES || Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw errors.invalidInput(`The path is longer than ${MAX_PATH_BYTES} bytes.`);
  }
  if (unfitCharacter.test(path)) {
    throw errors.invalidInput(`The path ${JSON.stringify(path)} holds a control character or half a surrogate pair.`);
  }
}

function pathOfUrl(url: string, platform: NodeJS.Platform): string {
  if (!/^file:\/\/\//i.test(url)) throw errors.invalidInput(`${url} names a host; only file:///path can be used.`);
  try {
    return fileURLToPath(url, { windows: platform === "win32" });
  } catch {
    throw errors.invalidInput(`${url} is not a file URL that can be read.`);
  }
}

/** Shares, device namespaces, paths relative to a drive, alternate streams and reserved names. */
function checkWindowsPath(path: string): void {
  const names = path.replace(/^[a-z]:[\\/]/i, "").split(/[\\/]/);
  const fits = !/^[\\/]/.test(path) && names.every((name) => !name.includes(":") && !deviceName.test(name));
  if (!fits) throw errors.invalidInput(`${path} is not a plain path on a drive.`);
}
