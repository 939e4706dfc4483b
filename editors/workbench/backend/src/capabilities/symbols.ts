import type { SymbolsCapability } from "@tandem/host";
import type { LanguageServers } from "@tandem/workspace";
import type { Documents } from "../documents.js";
import { readDocument } from "../live-document.js";

export function createSymbols(documents: Documents, servers: LanguageServers): SymbolsCapability {
  return {
    search: (query, signal) => servers.symbols(query, signal),
    definition: async (path, position, signal) =>
      servers.definition(await readDocument(documents, path), position, signal),
    references: async (path, position, includeDeclaration, signal) =>
      servers.references(await readDocument(documents, path), position, includeDeclaration, signal),
  };
}
