/** What whoever makes a bridge, or calls it, may choose. */
import type { HeartbeatTimes } from "../connection/heartbeat.js";
import type { Introduction } from "../connection/mcp-client.js";

/** How a bridge behaves; every field has a default. */
export interface BridgeOptions {
  /** Who connects; the developer sees the name. */
  readonly introduction?: Introduction;
  /** The process's own if left out. */
  readonly environment?: NodeJS.ProcessEnv;
  /** For one handshake, in milliseconds; 10 s if left out. */
  readonly connectMs?: number;
  readonly heartbeat?: HeartbeatTimes;
  /** How long a lost editor is waited for before a diff that it showed is given up, in milliseconds; 10 s if left out. */
  readonly outcomeMs?: number;
  /** For the context's questions, in milliseconds; 2 s if left out. */
  readonly contextMs?: number;
}

/** Ends a wait. */
export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}
