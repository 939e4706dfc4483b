export { type Caller, type CallOptions, callTool } from "./call-tool.js";
export { findWindows, windowsFor } from "./windows.js";
