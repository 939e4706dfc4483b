/**
 * The least that an HTTP server can do for a call: read the request, write the result as text and as structure. Takes
 * the value to answer with, prints its address.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const value = JSON.parse(process.argv[2] ?? "") as Record<string, unknown>;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id?: number };
    const result = { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
    const body = JSON.stringify({ jsonrpc: "2.0", id, result });
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
});
