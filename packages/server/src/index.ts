export { newToken } from "./auth-token.js";
export { type Bridge, type BridgeOptions, startBridge } from "./bridge.js";
export { type ClioDoor, type ClioDoorOptions, openClioDoor } from "./clio/door.js";
export { type GateRules, type Refusal, type RequestHead, type Route, refusal } from "./gate.js";
export { type Limits, limits } from "./limits.js";
export { serverInfo } from "./mcp/identity.js";
export type { AgentServer, McpService } from "./mcp-http/service.js";
export type { PageConnection } from "./page/page-connection.js";
export { openPageDoor, type PageDoor, type PageDoorOptions } from "./page-door.js";
