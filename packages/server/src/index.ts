export { type Bridge, type BridgeOptions, startBridge } from "./bridge.js";
export { type GateRules, type Refusal, type RequestHead, type Route, refusal } from "./gate.js";
export { type Limits, limits } from "./limits.js";
export { serverInfo } from "./mcp/identity.js";
export type { AgentServer, McpService } from "./mcp-http/service.js";
