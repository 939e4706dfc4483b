/** Opens a host through each door, and connects agents to it. */
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { buildListing } from "../../../packages/server/src/mcp/listing.js";
import { createToolServer } from "../../../packages/server/src/mcp/tool-server.js";
import type { Door } from "../requirement.js";
import type { OpenedHost } from "./hosts.js";

export const SESSION_VERSION = "2025-11-25";
export const STATELESS_VERSION = "2026-07-28";

export interface ConnectOptions {
  /** How the agent calls itself. */
  readonly name?: string;
  /** Sent with every HTTP request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the one that the window tells; HTTP doors only. */
  readonly url?: string;
}

/** A connected agent. The caller closes it. */
export async function connectAgent(door: Door, host: OpenedHost, options: ConnectOptions = {}): Promise<Client> {
  const info = { name: options.name ?? "scenario-agent", version: "1.2.3" };
  if (door === "memory") return connectInMemory(host, info);
  const mode = door === "session" ? "legacy" : { pin: STATELESS_VERSION };
  const client = new Client(info, { versionNegotiation: { mode } });
  const url = options.url ?? (await host.bridge()).window.urls.mcp;
  const requestInit = { headers: { ...options.headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

async function connectInMemory({ core }: OpenedHost, info: { name: string; version: string }): Promise<Client> {
  if (!core) throw new Error("This host has no linked pair.");
  const { agent, leave } = core.agents.join(info);
  const server = createToolServer(core, buildListing(core.host), () => agent);
  server.onclose = leave;
  const client = new Client(info, { versionNegotiation: { mode: "legacy" } });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  return client;
}
