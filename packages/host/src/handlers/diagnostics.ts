import type { HandlersOf } from "./handler.js";

export const diagnosticsHandlers: HandlersOf<"diagnostics"> = {
  "ide.diagnostics.list": async (diagnostics, { file, waitMs, limit }, { paths, signal }) => {
    const path = file === undefined ? undefined : await paths.file(file);
    const results = await diagnostics.list(path, waitMs, signal);
    const all = results.flatMap((result) => result.diagnostics);
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
  },
};
