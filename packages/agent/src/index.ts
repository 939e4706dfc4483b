export { type Caller, type CallOptions, callTool } from "./http/call-tool.js";
export { findWindows, windowsFor } from "./http/windows.js";
