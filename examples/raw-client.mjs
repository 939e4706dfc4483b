/**
 * A client of the WebSocket door without our library: `node examples/raw-client.mjs <folder> [<file> <new text>]`.
 * The lock file tells port and token; then it is JSON-RPC, one message per frame. Any language can do this.
 */
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { WebSocket } from "ws";

const [folder = ".", file, text = ""] = process.argv.slice(2);
const locks = join(process.env["HOME"] ?? homedir(), ".nexus3", "ide");
const windows = readdirSync(locks).map((name) => ({
  port: Number.parseInt(name, 10),
  ...JSON.parse(readFileSync(join(locks, name), "utf8")),
}));
const window = windows.find(({ workspaceFolders }) => workspaceFolders.includes(resolve(folder)));
if (!window) {
  console.error(`No window is open on ${resolve(folder)}. Start one: tandem ${resolve(folder)}`);
  process.exit(1);
}

const headers = { "x-nexus3-ide-authorization": window.authToken };
const socket = new WebSocket(`ws://127.0.0.1:${window.port}`, { headers });
await new Promise((opened, failed) => socket.once("open", opened).once("error", failed));

/** @type {Map<number, (answer: { result?: any, error?: { message: string } }) => void>} */
const waiting = new Map();
socket.on("message", (data) => {
  const message = JSON.parse(String(data));
  waiting.get(message.id)?.(message);
});

/** @param {string} method @param {object} params */
async function request(method, params) {
  const id = waiting.size + 1;
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const { result, error } = await answer;
  if (error) throw new Error(error.message);
  return result;
}

/** @param {string} name @param {object} input @returns {Promise<string>} */
async function call(name, input = {}) {
  const { content, isError } = await request("tools/call", { name, arguments: input });
  if (isError) throw new Error(content[0].text);
  return content[0].text;
}

const clientInfo = { name: "raw-client", version: "1.0.0" };
const { serverInfo } = await request("initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo });
socket.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
console.log(`Connected to ${window.ideName}, which calls itself ${serverInfo.name}.`);
console.log(`Open editors: ${await call("getOpenEditors")}`);
if (file) {
  const path = resolve(folder, file);
  const proposal = { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: file };
  console.log(`The developer says: ${await call("openDiff", proposal)}`);
}
socket.close();
