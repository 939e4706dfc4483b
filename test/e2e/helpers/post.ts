/** Single HTTP requests to the endpoint, for what the SDK's client does not let a test say. */

/** Sends one JSON-RPC message. */
export function post(url: string, message: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
}

interface Initialized {
  /** Of the session that was begun. */
  readonly id: string;
  readonly result: { readonly protocolVersion: string; readonly serverInfo: { readonly version: string } };
}

/** Begins a session. */
export async function initialize(url: string, protocolVersion: string): Promise<Initialized> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "plain", version: "1" } };
  const response = await post(url, { id: 1, method: "initialize", params });
  const { result } = (await response.json()) as Pick<Initialized, "result">;
  const id = response.headers.get("mcp-session-id") ?? "";
  await post(url, { method: "notifications/initialized" }, { "Mcp-Session-Id": id });
  return { id, result };
}
