/**
 * What the SDK gives by itself: one tool on its high-level server. Takes the tool's name and the value to answer with,
 * prints its address.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { findTool, type Tool } from "@tandem/protocol";

const [name = "", json = ""] = process.argv.slice(2);
const value = JSON.parse(json) as Record<string, unknown>;
const tool: Tool | undefined = findTool(name);
if (!tool) throw new Error(`There is no tool named ${name}.`);
const { description, input: inputSchema, output: outputSchema } = tool;

const handler = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: "plain", version: "1" });
    server.registerTool(name, { description, inputSchema, outputSchema }, () => ({
      content: [{ type: "text", text: JSON.stringify(value) }],
      structuredContent: value,
    }));
    return server;
  }),
);

const server = createServer((request, response) => void handler(request as NodeIncomingMessageLike, response));
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
});
