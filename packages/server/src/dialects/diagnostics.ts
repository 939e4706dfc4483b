/**
 * Diagnostics for a dialect. Its shapes have no field for what is not known, so that stands among the diagnostics as a
 * hint of ours: results that are not those of the newest text, and what was left out of a message that would be too long.
 */
import { type Diagnostic, IdeError, type OutputOf } from "@tandem/protocol";
import type { DialectCall } from "./dialect-call.js";
import { pathsOf } from "./file-uri.js";

/** In milliseconds: the real client gives up after 500 for one file, and after 2,000 for all. */
const WAIT_FOR_ONE_MS = 300;
const WAIT_FOR_ALL_MS = 1_500;
const MOST = 10_000;
/** Bytes of a message for diagnostics; the rest is for what stands around them. */
const MOST_BYTES = 15 * 1024 * 1024;
/** Of a diagnostic without its texts; and of a unit of text, which may become `\\u0000`. */
const MOST_BYTES_AROUND = 400;
const MOST_BYTES_PER_UNIT = 7;

export interface DiagnosticsOfFile {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** One entry per file that was asked about; the one that a URI names, or all that are open. */
export async function diagnosticsOf(uri: string | undefined, call: DialectCall): Promise<readonly DiagnosticsOfFile[]> {
  const { diagnostics, files, total } = await find(uri, call);
  const shown = fitting(diagnostics);
  const left = total - shown.length;
  return files.map(({ file, fresh, reason }, i) => ({
    file,
    diagnostics: [
      ...shown.filter((diagnostic) => diagnostic.file === file),
      ...(fresh ? [] : [note(file, `These results may be out of date. ${reason ?? ""}`.trim())]),
      ...(left > 0 && i === files.length - 1 ? [note(file, `${left} more diagnostics were left out.`)] : []),
    ],
  }));
}

async function find(uri: string | undefined, call: DialectCall): Promise<OutputOf<"ide.diagnostics.list">> {
  if (uri === undefined) return call.ask("ide.diagnostics.list", { waitMs: WAIT_FOR_ALL_MS, limit: MOST });
  const ask = (file: string) => call.ask("ide.diagnostics.list", { file, waitMs: WAIT_FOR_ONE_MS, limit: MOST });
  const [path, other] = pathsOf(uri) as [string, string?];
  return ask(path).catch((error: unknown) => {
    if (other === undefined || !(error instanceof IdeError) || error.code !== "FILE_NOT_FOUND") throw error;
    return ask(other);
  });
}

/** As many as fit, from the first on. */
function fitting(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const most = diagnostics.length * MOST_BYTES_AROUND + lengthOf(diagnostics) * MOST_BYTES_PER_UNIT;
  if (most <= MOST_BYTES) return diagnostics;
  let bytes = 0;
  const over = diagnostics.findIndex((diagnostic) => {
    // They go out as JSON in a string of JSON.
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(diagnostic)));
    return bytes > MOST_BYTES;
  });
  return over < 0 ? diagnostics : diagnostics.slice(0, over);
}

function lengthOf(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce(
    (sum, { file, message, source, code = "" }) => sum + file.length + message.length + source.length + code.length,
    0,
  );
}

function note(file: string, message: string): Diagnostic {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, severity: "hint", message, source: "tandem" };
}
