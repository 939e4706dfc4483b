export type { BridgeOptions } from "./bridge/bridge-options.js";
export type { BridgeState } from "./bridge/bridge-state.js";
export { IdeBridge } from "./bridge/ide-bridge.js";
export { ClioBridge, type ClioBridgeOptions, type ClioState, type ClioVerdict } from "./clio/clio-bridge.js";
export {
  applyConfirmation,
  type Confirmation,
  type ConfirmOptions,
  confirmWithIdeOrTerminal,
} from "./confirmation/confirm.js";
export type { HeartbeatTimes } from "./connection/heartbeat.js";
export { type ConnectOptions, IdeConnection } from "./connection/ide-connection.js";
export type { Introduction, Notification, RequestOptions, ServerInfo } from "./connection/mcp-client.js";
export {
  type Diagnostic,
  DiffOutcome,
  type DiffRequest,
  type DiffResult,
  type EditorInfo,
  type Selection,
} from "./connection/values.js";
export {
  type JsonMessage,
  WebSocketTransport,
  type WebSocketTransportOptions,
} from "./connection/web-socket-transport.js";
export { formatIdeContext, type IdeContext } from "./context/format-ide-context.js";
export { type DiscoveryOptions, discoverIdes } from "./discovery/discover-ides.js";
export type { DialectName, IdeInfo } from "./discovery/ide-info.js";
export { type Caller, type CallOptions, callTool } from "./http/call-tool.js";
export { findWindows, windowsFor } from "./http/windows.js";
export { connectedLine, ideCommand } from "./ide-command.js";
export { defaultIdeConfig, type IdeConfig, parseIdeConfig } from "./ide-config.js";
export { type ProposedContent, proposedContent } from "./proposals/proposed-content.js";
export { type FileWritingTool, fileWritingTools, type ToolCall, writesFile } from "./proposals/tool-call.js";
export { askInTerminal, type TerminalAnswer } from "./terminal/ask.js";
export { streamTerminal, type Terminal, type TerminalStreams } from "./terminal/terminal.js";
export { type Change, renderDiff } from "./terminal/unified-diff.js";
