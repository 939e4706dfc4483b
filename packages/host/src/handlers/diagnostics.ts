import type { InputOf, OutputOf } from "@tandem/protocol";
import type { DiagnosticsCapability, FileDiagnostics } from "../capabilities/diagnostics.js";
import type { CallScope, HandlersOf } from "./handler.js";

export const diagnosticsHandlers: HandlersOf<"diagnostics"> = {
  "ide.diagnostics.list": (diagnostics, input, scope) => {
    const known = input.file === undefined ? diagnostics.now?.() : undefined;
    return known ? answer(known, input.limit) : waitedFor(diagnostics, input, scope);
  },
};

async function waitedFor(
  diagnostics: DiagnosticsCapability,
  { file, waitMs, limit }: InputOf<"ide.diagnostics.list">,
  { paths, signal }: CallScope,
): Promise<OutputOf<"ide.diagnostics.list">> {
  const path = file === undefined ? undefined : await paths.file(file);
  return answer(await diagnostics.list(path, waitMs, signal), limit);
}

function answer(results: readonly FileDiagnostics[], limit: number): OutputOf<"ide.diagnostics.list"> {
  const all = results.flatMap(({ diagnostics }) => diagnostics);
  return {
    diagnostics: all.slice(0, limit),
    files: results.map(({ file, version, fresh, reason }) => ({
      file,
      version,
      fresh,
      ...(reason !== undefined && { reason }),
    })),
    total: all.length,
    truncated: all.length > limit,
  };
}
