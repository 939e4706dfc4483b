import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { exchange, headerOf, type RawResponse } from "../../../test/e2e/helpers/raw-http.js";
import type { PageConnection } from "./page/page-connection.js";
import { openPageDoor, type PageDoor, type PageDoorOptions } from "./page-door.js";

const SECRET = "s".repeat(43);
const HTML = '<!doctype html><html><head><title>Page</title></head><body><script src="/assets/a-1.js"></script></body>';
let folder: string;
let door: PageDoor;
let connections: PageConnection[];
let sockets: WebSocket[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tandem-page-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), HTML);
  await writeFile(join(folder, "assets/a-1.js"), "export {};");
  await writeFile(join(folder, "assets/a-1.css"), "body {}");
  await writeFile(join(folder, "icon.svg"), "<svg/>");
  await writeFile(join(folder, "secret.key"), "not of a known type");
  await symlink("/etc/hosts", join(folder, "hosts.txt"));
  connections = [];
  sockets = [];
  await open();
});

afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await door.close();
  await rm(folder, { recursive: true });
});

async function open(limits: NonNullable<PageDoorOptions["limits"]> = {}): Promise<void> {
  await door?.close();
  const onConnection = (connection: PageConnection) => void connections.push(connection);
  door = await openPageDoor({ folder, secret: SECRET, limits, onConnection });
}

const own = () => `http://127.0.0.1:${door.port}`;

async function get(target: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  const all = { Host: `127.0.0.1:${door.port}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const response = await exchange(door.port, `GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, { method: "GET" });
  if (response === "closed") throw new Error("closed without an answer");
  return response;
}

/** Everything that came before the end, and how it ended: a close code, or the status of a refused upgrade. */
interface Life {
  readonly messages: unknown[];
  readonly end: Promise<number>;
  readonly socket: WebSocket;
}

async function connect(headers: Record<string, string> = { Origin: own() }, path = "/channel"): Promise<Life> {
  const socket = new WebSocket(`ws://127.0.0.1:${door.port}${path}`, { headers });
  sockets.push(socket);
  const messages: unknown[] = [];
  socket.on("message", (data) => void messages.push(JSON.parse(String(data))));
  socket.on("error", () => {});
  const end = new Promise<number>((resolve) => {
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("close", resolve);
  });
  await Promise.race([new Promise((resolve) => socket.once("open", resolve)), end]);
  return { messages, end, socket };
}

const hello = (secret: unknown, id: unknown = 0) => JSON.stringify({ id, name: "hello", params: { secret } });

async function welcomed(): Promise<{ life: Life; connection: PageConnection }> {
  const life = await connect();
  life.socket.send(hello(SECRET));
  await new Promise((resolve) => life.socket.once("message", resolve));
  return { life, connection: connections.at(-1) as PageConnection };
}

describe("the page", () => {
  it("comes with a nonce of its own each time, in its policy and in itself", async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const { status, body, headers } = await get("/", { "Sec-Fetch-Site": "none" });
      const nonce = /<head><meta name="csp-nonce" content="([^"]{20,})"><title>/.exec(body)?.[1] ?? "";
      expect(status).toBe(200);
      const policy = new Map(headers).get("content-security-policy");
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it("keeps the place that it has for the nonce", async () => {
    await writeFile(join(folder, "index.html"), '<head><meta name="csp-nonce" content="" /><title>x</title></head>');
    await open();
    expect((await get("/")).body).toMatch(/^<head><meta name="csp-nonce" content="[^"]+"><title>x<\/title><\/head>$/);
  });

  it.each([
    ["/", 200],
    ["/assets/a-1.js", 200],
    ["/nothing", 404],
    ["/channel", 404],
  ])("and all that is at %s carries the strict headers", async (target, status) => {
    const response = await get(target);
    expect(response.status).toBe(status);
    const policy = headerOf(response, "content-security-policy") ?? "";
    for (const part of [
      ...["default-src 'none'", "script-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'"],
      ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
    ]) {
      expect(policy.split("; ")).toContain(part);
    }
    expect(headerOf(response, "x-content-type-options")).toBe("nosniff");
    expect(headerOf(response, "referrer-policy")).toBe("no-referrer");
    expect(headerOf(response, "cross-origin-opener-policy")).toBe("same-origin");
    expect(headerOf(response, "cross-origin-resource-policy")).toBe("same-origin");
    expect(response.headers.filter(([name]) => name.startsWith("access-control"))).toEqual([]);
  });

  it.each([
    ["/", "text/html; charset=utf-8", "no-cache"],
    ["/icon.svg", "image/svg+xml", "no-cache"],
    ["/assets/a-1.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
    ["/assets/a-1.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"],
  ])("serves %s as %s, %s", async (target, type, cache) => {
    const response = await get(target);
    expect(headerOf(response, "content-type")).toBe(type);
    expect(headerOf(response, "cache-control")).toBe(cache);
  });

  it.each([
    ...[
      "/index.html",
      "/secret.key",
      "/hosts.txt",
      "/assets",
      "/assets/",
      "/assets/missing.js",
      "//",
      "/.",
      "/?",
      "/?a=1",
    ],
    ...["/assets/../index.html", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc/passwd"],
    ...[
      "/assets/%61-1.js",
      "/assets/a-1.js?x",
      "/assets/a-1.js%00",
      "/ASSETS/a-1.js",
      "/assets\\a-1.js",
      "*",
      "http://127.0.0.1/",
    ],
  ])("has nothing at %s", async (target) => {
    expect((await get(target)).status).toBe(404);
  });

  it.each([
    [{ Host: "evil.test" }],
    [{ Origin: "http://evil.test" }],
    [{ Origin: "null" }],
    [{ "Sec-Fetch-Site": "cross-site" }],
    [{ "Sec-Fetch-Site": "same-site" }],
  ])("is not given to a request with %j", async (headers) => {
    expect((await get("/", headers as Record<string, string>)).status).toBe(403);
  });

  it("must be there", async () => {
    await rm(join(folder, "index.html"));
    await expect(openPageDoor({ folder, secret: SECRET, onConnection: () => {} })).rejects.toThrow(/index\.html/);
  });
});

describe("a socket", () => {
  it("that says hello with the secret is answered and handed on, and then talks JSON both ways", async () => {
    const { life, connection } = await welcomed();
    expect(life.messages).toEqual([{ type: "reply", id: 0, result: {} }]);
    const heard = new Promise((resolve) => connection.onMessage(resolve));
    life.socket.send('{"id":1,"name":"é"}');
    expect(await heard).toEqual({ id: 1, name: "é" });
    connection.send({ type: "x" });
    await new Promise((resolve) => life.socket.once("message", resolve));
    expect(life.messages.at(-1)).toEqual({ type: "x" });
    const ended = new Promise<void>((resolve) => connection.onClose(resolve));
    connection.close();
    expect(await life.end).toBe(1001);
    await ended;
  });

  it.each([
    ["no Origin", () => ({})],
    ["another Origin", () => ({ Origin: "http://evil.test" })],
    ["Origin null", () => ({ Origin: "null" })],
    ["the Origin of another port", () => ({ Origin: `http://127.0.0.1:${door.port + 1}` })],
    ["our Origin by another name", () => ({ Origin: `http://localhost:${door.port}` })],
    ["our Origin with https", () => ({ Origin: `https://127.0.0.1:${door.port}` })],
    ["a strange Host", () => ({ Origin: own(), Host: "evil.test" })],
    ["a strange Host that fits its Origin", () => ({ Origin: "http://evil.test", Host: "evil.test" })],
    ["a cross-site fetch", () => ({ Origin: own(), "Sec-Fetch-Site": "cross-site" })],
  ])("with %s is refused before it opens", async (_, headers) => {
    const life = await connect(headers());
    expect(await life.end).toBe(403);
    expect(connections).toEqual([]);
  });

  it.each(["/", "/channel/", "/channel?x", "/assets/a-1.js", "/Channel"])("at %s is refused", async (path) => {
    expect(await (await connect({ Origin: own() }, path)).end).toBe(404);
  });

  it.each([
    ["a wrong secret", hello("t".repeat(43))],
    ["an empty secret", hello("")],
    ["half of the secret", hello(SECRET.slice(0, 20))],
    ["a secret that is no string", hello([SECRET])],
    ["an id that is no number", hello(SECRET, "0")],
    ["another request first", JSON.stringify({ id: 0, name: "listDirectories", params: { secret: SECRET } })],
    ["no JSON", "hello"],
    ["null", "null"],
    ["deep JSON", "[".repeat(100) + "]".repeat(100)],
    ["bytes", Buffer.from(hello(SECRET))],
  ])("that begins with %s is told that it is refused, and nothing else", async (_, first) => {
    const life = await connect();
    life.socket.send(first);
    life.socket.send(hello(SECRET));
    expect(await life.end).toBe(1008);
    expect(life.messages).toEqual([{ type: "refused" }]);
    expect(connections).toEqual([]);
  });

  it("that says nothing is refused in time", async () => {
    await open({ headMs: 100 });
    const life = await connect();
    expect(await life.end).toBe(1008);
    expect(life.messages).toEqual([{ type: "refused" }]);
  });

  it.each(["before", "after"])("that sends 20 MB %s its hello is cut off", async (when) => {
    const life = when === "after" ? (await welcomed()).life : await connect();
    life.socket.send("x".repeat(20_000_000));
    expect(await life.end).toBe(1009);
  });

  it.each([
    ["no JSON", "{"],
    ["deep JSON", "[".repeat(100)],
    ["bytes", Buffer.from("{}")],
  ])("that sends %s later is closed", async (_, data) => {
    const { life, connection } = await welcomed();
    const heard: unknown[] = [];
    connection.onMessage((message) => heard.push(message));
    life.socket.send(data);
    expect(await life.end).toBe(1003);
    expect(heard).toEqual([]);
  });

  it("that does not answer a ping is cut off", async () => {
    await open({ pingMs: 50, pongMs: 50 });
    const { life, connection } = await welcomed();
    const ended = new Promise<void>((resolve) => connection.onClose(resolve));
    life.socket.pause();
    await ended;
  });

  it("that does not read is cut off when too much waits for it", async () => {
    await open({ streamBacklogBytes: 1_000_000, answerStallMs: 200 });
    const { life, connection } = await welcomed();
    const ended = new Promise<void>((resolve) => connection.onClose(resolve));
    life.socket.pause();
    for (let i = 0; i < 20; i++) connection.send("x".repeat(1_000_000));
    await ended;
  });

  it("is told that the window goes away, and the port is free again", async () => {
    const { life } = await welcomed();
    await door.close();
    expect(await life.end).toBe(1001);
    await expect(fetch(own())).rejects.toThrow();
  });
});
