/** `node dev/serve.mjs`: the built page over a scripted backend, with the headers of the real one. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { root } from "./files.mjs";
import { answers } from "./requests.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** @param {import("./world.mjs").World} world @param {number} port 0: any free one */
export async function serve(world, port = 0) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://page").pathname;
    const file = `${dist}${path === "/" ? "/index.html" : path}`;
    if (path.includes("..") || !existsSync(file)) return response.writeHead(404).end();
    const nonce = randomBytes(16).toString("base64");
    const body = readFileSync(file, "utf8").replace(
      'name="csp-nonce" content=""',
      `name="csp-nonce" content="${nonce}"`,
    );
    response.writeHead(200, {
      "Content-Type": types[extname(file)] ?? "text/plain",
      "Content-Security-Policy": `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    });
    return response.end(body);
  });
  const sockets = new WebSocketServer({ server, path: "/channel" });
  sockets.on("connection", (socket) => {
    const send = (message) => socket.send(JSON.stringify(message));
    socket.on("close", () => world.pages.delete(send));
    socket.on("message", (data) => received(world, JSON.parse(String(data)), send));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.address();
  return { server, sockets, link: `http://127.0.0.1:${taken}/#${world.secret}` };
}

function received(world, { id, name, params }, send) {
  world.requests.push({ name, params });
  if (name === "hello") {
    if (params.secret !== world.secret) return send({ type: "refused" });
    world.pages.add(send);
    return greet(world, send);
  }
  try {
    const result = answers[name](world, params, send) ?? {};
    send({ type: "reply", id, result });
  } catch (error) {
    const { code = "INTERNAL", message, hint = "" } = error;
    send({ type: "failure", id, error: { code, message, hint } });
  }
}

function greet(world, send) {
  send({ type: "welcome", window: world.window, root, name: "harbour", version: "0.1.0" });
  send({ type: "settings", settings: world.settings });
  send({ type: "agents", agents: world.agents });
  send({ type: "git", git: world.git ?? { files: {} } });
  send({ type: "tabs", tabs: [...world.documents.values()].map(({ tab }) => tab) });
  world.tellReviews();
  for (const [file, diagnostics] of world.diagnostics ?? []) send({ type: "diagnostics", file, diagnostics });
  send({ type: "activity", entries: world.activity });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { harbour } = await import("./harbour.mjs");
  console.log((await serve(harbour(), 4400)).link);
}
