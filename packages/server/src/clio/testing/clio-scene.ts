/** A window with an editor in memory and Clio's door, and clients that know nothing but the protocol's document. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostCore, EventHub, type HostCore, type Mode, type Review, systemClock } from "@tandem/host";
import { MemoryHost } from "@tandem/host/testing";
import { type ClientOptions, WebSocket } from "ws";
import type { Limits } from "../../limits.js";
import { type ClioDoor, openClioDoor } from "../door.js";

export const FILE = "/project/calc.py";
export const TEXT = "# one\n# two\n# three\n# four\ndef add(a, b):\n    return a * b\n";
export const FIXED = TEXT.replace("a * b", "a + b");

export interface ClioScene {
  readonly host: MemoryHost;
  readonly core: HostCore;
  readonly home: string;
  readonly door: ClioDoor;
  mode: Mode;
  /** A new client, once it is connected. */
  connect(options?: ClientOptions): Promise<ClioClient>;
  /** The first review that waits, once there is one. */
  waiting(): Promise<Review>;
  /** Once the reviews are as wanted. */
  until(holds: (reviews: readonly Review[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openScene(limits: Partial<Limits> = {}): Promise<ClioScene> {
  const home = await mkdtemp(join(tmpdir(), "tandem-clio-"));
  const hub = new EventHub(systemClock, () => {});
  const host = new MemoryHost({ files: { "calc.py": TEXT, "other.py": "x = 1\n" } });
  const core = createHostCore(host, { hub, mode: () => scene.mode, canDecide: () => true });
  const door = await openClioDoor(core, { homeFolder: home, limits });
  const clients: ClioClient[] = [];
  const { reviews } = core;
  const scene: ClioScene = {
    host,
    core,
    home,
    door,
    mode: "review",
    connect: async (options) => {
      const client = await ClioClient.open(door.port, options);
      clients.push(client);
      return client;
    },
    waiting: async () => {
      await scene.until(() => reviews.pending().length > 0);
      return reviews.pending()[0] as Review;
    },
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds(reviews.all())) return;
          undo();
          resolve();
        };
        const undo = reviews.onChange(look);
        look();
      }),
    close: async () => {
      for (const client of clients) client.cut();
      await door.close();
      core.close();
      hub.close();
      await rm(home, { recursive: true });
    },
  };
  return scene;
}

export class ClioClient {
  readonly #socket: WebSocket;
  readonly #messages: unknown[] = [];
  readonly #waiting: ((message: unknown) => void)[] = [];
  /** The close code. */
  readonly ended: Promise<number>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.ended = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as unknown;
      const next = this.#waiting.shift();
      if (next) next(message);
      else this.#messages.push(message);
    });
  }

  static async open(port: number, options?: ClientOptions): Promise<ClioClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, options);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return new ClioClient(socket);
  }

  say(message: object | string | Buffer): void {
    this.#socket.send(typeof message === "object" && !Buffer.isBuffer(message) ? JSON.stringify(message) : message);
  }

  /** The next message that comes. */
  heard(): Promise<unknown> {
    if (this.#messages.length > 0) return Promise.resolve(this.#messages.shift());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** What comes before the answer to a last question; everything said until now has been heard then. */
  async rest(): Promise<readonly unknown[]> {
    this.say({ type: "connect", clientVersion: "0.1.0", id: "rest" });
    const heard: unknown[] = [];
    for (;;) {
      const message = await this.heard();
      if ((message as { id?: unknown }).id === "rest") return heard;
      heard.push(message);
    }
  }

  /** Says goodbye; what was said before is heard. */
  leave(): void {
    this.#socket.close();
  }

  /** As a process that ends. */
  cut(): void {
    this.#socket.terminate();
  }
}
