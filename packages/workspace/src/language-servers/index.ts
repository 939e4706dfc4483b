export type { LiveDocument } from "./document-sync.js";
export { type FileChange, LanguageServers, type LanguageServersOptions } from "./language-servers.js";
export { languageNames } from "./server-table.js";
export { symbolKind } from "./symbols.js";
