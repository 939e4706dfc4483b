import type { HandlersOf } from "./handler.js";

export const symbolsHandlers: HandlersOf<"symbols"> = {
  "ide.symbols.search": async (symbols, { query, limit }, { signal }) => {
    const found = await symbols.search(query, signal);
    return { symbols: found.slice(0, limit), total: found.length, truncated: found.length > limit };
  },

  "ide.symbols.definition": async (symbols, { file, line, column }, { paths, signal }) => {
    const path = await paths.file(file);
    return { locations: [...(await symbols.definition(path, { line, column }, signal))] };
  },

  "ide.symbols.references": async (symbols, { file, line, column, includeDeclaration, limit }, { paths, signal }) => {
    const path = await paths.file(file);
    const found = await symbols.references(path, { line, column }, includeDeclaration, signal);
    return { locations: found.slice(0, limit), total: found.length, truncated: found.length > limit };
  },
};
