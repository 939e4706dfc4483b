/** Texts as the bytes of files, or the reason why they cannot be. */
import type { WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { encodeText, LineEndings, MAX_TEXT_FILE_BYTES, TextFailure } from "@tandem/workspace";

/** Throws `WRITE_FAILED` where the text cannot be encoded. */
export function encoded<T>(path: WorkspacePath, encode: () => T): T {
  try {
    return encode();
  } catch (thrown) {
    throw thrown instanceof TextFailure ? errors.notEncodable(path.path, thrown.message) : thrown;
  }
}

/** Of a new file. Throws `WRITE_FAILED`, or `FILE_TOO_LARGE` if it could not be opened. */
export function newFileBytes(path: WorkspacePath, text: string): Uint8Array {
  const bytes = encoded(path, () => encodeText(text, LineEndings.uniform("\n"), false));
  if (bytes.length <= MAX_TEXT_FILE_BYTES) return bytes;
  throw errors.fileTooLarge(path.path, bytes.length, MAX_TEXT_FILE_BYTES, "Nothing was made. Make the file smaller.");
}
