import type { DiagnosticsCapability } from "@tandem/host";
import type { LanguageServers } from "@tandem/workspace";
import type { Documents } from "../documents.js";
import { liveDocument, readDocument } from "../live-document.js";

export function createDiagnostics(documents: Documents, servers: LanguageServers): DiagnosticsCapability {
  return {
    list: async (path, waitMs, signal) => {
      const asked = path ? [await readDocument(documents, path)] : documents.all().map(liveDocument);
      return Promise.all(asked.map((document) => servers.diagnostics(document, waitMs, signal)));
    },
  };
}
