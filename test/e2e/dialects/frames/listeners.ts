/** Every WebSocket listener of a window, and how to talk to it by hand. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPageDoor } from "@tandem/server";
import { CLAUDE_HEADER } from "../clients/claude-client.js";
import type { Json } from "../clients/json-socket.js";
import { NEXUS3_HEADER } from "../clients/nexus3-client.js";
import { type DialectWindow, openWindow } from "../window.js";

export interface SocketListener {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  /** Header lines without which it refuses. */
  readonly own: readonly string[];
  /** What is said first. */
  readonly greeting: readonly string[];
  /** A message that has an answer; the filler stands in a string of it. */
  probe(id: number, filler: string): string;
  /** The id of the probe that this answers; "error" if it says that a message was no good. */
  answered(message: Json): number | "error" | undefined;
}

export const listenerNames = ["nexus3", "claude", "clio", "page"] as const;
export type ListenerName = (typeof listenerNames)[number];

export interface Listeners {
  readonly window: DialectWindow;
  readonly all: Readonly<Record<ListenerName, SocketListener>>;
  close(): Promise<void>;
}

export async function openListeners(): Promise<Listeners> {
  const window = await openWindow("memory", { files: { "a.txt": "one\ntwo\n" }, mode: "trust" });
  const page = await openEchoPage();
  const { port, token } = window.door;
  return {
    window,
    all: {
      nexus3: mcpListener("nexus3", port, [`${NEXUS3_HEADER}: ${token}`]),
      claude: mcpListener("claude", port, [`${CLAUDE_HEADER}: ${token}`]),
      clio: {
        name: "clio",
        port: await window.clioPort(),
        path: "/",
        own: [],
        greeting: [],
        probe: (id, filler) => JSON.stringify({ type: "connect", clientVersion: `0.1.0${filler}`, id }),
        answered: ({ type, id }) => (type === "connected" ? (id as number) : type === "error" ? "error" : undefined),
      },
      page: page.listener,
    },
    close: async () => {
      await page.close();
      await window.close();
    },
  };
}

function mcpListener(name: string, port: number, own: readonly string[]): SocketListener {
  const clientInfo = { name: "frames", version: "1.0.0" };
  const params = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo };
  return {
    name,
    port,
    path: "/",
    own,
    greeting: [
      JSON.stringify({ jsonrpc: "2.0", id: "hello", method: "initialize", params }),
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    ],
    probe: (id, filler) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params: { _meta: { filler } } }),
    answered: ({ id, error }) => (error ? "error" : typeof id === "number" ? id : undefined),
  };
}

/** The page's door with an echo behind it. */
async function openEchoPage(): Promise<{ listener: SocketListener; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "tandem-frames-page-"));
  await writeFile(join(folder, "index.html"), "<!doctype html><head><title>Echo</title></head>");
  const secret = "s".repeat(40);
  const door = await openPageDoor({
    folder,
    secret,
    onConnection: (connection) =>
      connection.onMessage((message) => {
        const { id } = (message ?? {}) as { id?: unknown };
        connection.send(typeof id === "number" ? { type: "reply", id } : { type: "failure" });
      }),
  });
  return {
    listener: {
      name: "page",
      port: door.port,
      path: "/channel",
      own: [`Origin: http://127.0.0.1:${door.port}`],
      greeting: [JSON.stringify({ id: 0, name: "hello", params: { secret } })],
      probe: (id, filler) => JSON.stringify({ id, name: "echo", params: { filler } }),
      answered: ({ type, id }) => (type === "failure" ? "error" : typeof id === "number" && id > 0 ? id : undefined),
    },
    close: async () => {
      await door.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
