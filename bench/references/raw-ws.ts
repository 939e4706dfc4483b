/**
 * The least that a WebSocket server can do: parse the message and write the same answer, as text in a result; or, of a
 * message that names `PUBLISH`, tell everybody. Takes the value to answer with, prints its address.
 */
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

const [, , text = "", publish = ""] = process.argv;
const value = JSON.parse(text) as unknown;
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });

server.on("connection", (socket) => {
  socket.on("message", (data) => {
    const message = JSON.parse(String(data)) as { id?: number; params?: { name?: string } };
    if (message.id === undefined) return;
    if (publish !== "" && message.params?.name === publish) {
      const event = JSON.stringify({ jsonrpc: "2.0", method: "at_mentioned", params: value });
      for (const other of server.clients) other.send(event);
    }
    const result = { content: [{ type: "text", text: JSON.stringify(value) }] };
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
  });
});
server.on("listening", () => process.stdout.write(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/\n`));
