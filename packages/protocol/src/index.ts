export * as claude from "./dialects/claude.js";
export * as clio from "./dialects/clio.js";
export type { DialectInput, DialectTool, DialectTools, DialectValue, ListedTool } from "./dialects/dialect-tool.js";
export { diffOutcomes, listDialectTools } from "./dialects/dialect-tool.js";
export * as nexus3 from "./dialects/nexus3.js";
export type { ErrorCode, WireError } from "./errors.js";
export { commonErrors, errorCodes, errors, errorTable, IdeError } from "./errors.js";
export type { EventDefinition, EventName, EventPayload, IdeEvent } from "./events.js";
export { events } from "./events.js";
export { type JsonSchema, jsonSchemas } from "./json-schema.js";
export type { ClaudeLock, Nexus3Lock } from "./lock-file.js";
export {
  claudeLockFolders,
  claudeLockSchema,
  lockFileName,
  MAX_LOCK_FILE_BYTES,
  nexus3LockFolder,
  nexus3LockSchema,
  portOf,
  portOfLockFile,
} from "./lock-file.js";
export type { Position, Range, ZeroBasedPosition, ZeroBasedRange } from "./position.js";
export { fromZeroBased, MAX_LINE, rangeFromZeroBased, toZeroBased } from "./position.js";
export type { Effect, Noun, Tool, ToolArguments, ToolInput, ToolOutput } from "./tool.js";
export { defineTool, effects, nouns, underscoredName } from "./tool.js";
export { type Diagnostic, severities } from "./tools/diagnostics.js";
export { type StatusLevel, statusLevels } from "./tools/editor.js";
export { type FileEntry, type GitStatus, gitStatuses } from "./tools/file.js";
export type { AnyTool, InputOf, OutputOf, ToolName, ToolNamed } from "./tools/index.js";
export { findTool, listedTools, tools } from "./tools/index.js";
export { hunkVerdicts, MAX_LISTED_REVIEWS, PROPOSAL_KEY, type ReviewReport, reviewStates } from "./tools/review.js";
export type { Location, SymbolEntry } from "./tools/symbols.js";
export { SERVER_NAME, TOOLBOX_VERSION } from "./version.js";
export type { WindowFile } from "./window-file.js";
export {
  DEFAULT_PORT,
  HOME_VARIABLE,
  MAX_WINDOW_FILE_BYTES,
  TOKEN_VARIABLE,
  tandemHome,
  WINDOWS_FOLDER,
  windowFileSchema,
} from "./window-file.js";
