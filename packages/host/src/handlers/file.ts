import type { HandlersOf } from "./handler.js";

export const fileHandlers: HandlersOf<"file"> = {
  "ide.file.list": async (files, { directory, recursive, limit, cursor }, { paths, signal }) => {
    const path = await paths.directory(directory);
    const { entries, total, next } = await files.list({ directory: path, recursive, limit, after: cursor }, signal);
    return {
      entries: [...entries],
      total,
      truncated: next !== undefined,
      ...(next !== undefined && { cursor: next }),
    };
  },
};
