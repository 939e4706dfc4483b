/** The developer's page without a browser: says hello with the link's secret, then asks as the real one does. */
import { once } from "node:events";
import type {
  AgentView,
  RequestName,
  RequestParams,
  RequestResult,
  ReviewView,
  Saying,
  ToPage,
} from "@tandem/workbench-shared";
import { WebSocket } from "ws";

type Reply = Extract<ToPage, { type: "reply" | "failure" }>;

export class RequestFailed extends Error {
  readonly code: string;

  constructor(name: string, { code, message }: { readonly code: string; readonly message: string }) {
    super(`${name} failed: ${code}: ${message}`);
    this.code = code;
  }
}

export class Page {
  /** Resolves when the connection has ended and everything that came over it was heard. */
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  readonly #watchers = new Set<() => void>();
  readonly #documents = new Map<string, { edition: string; version: number; text: string }>();
  readonly #sayings: Saying[] = [];
  #agents: readonly AgentView[] = [];
  #reviews: readonly ReviewView[] = [];
  #welcomed = false;
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#take(JSON.parse(String(data)) as ToPage));
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        for (const settle of this.#waiting.values()) settle(undefined);
        this.#look();
        resolve();
      });
    });
  }

  /** Resolves once the page has heard how things are. */
  static async connect(link: string): Promise<Page> {
    const { host, hash } = new URL(link);
    const socket = new WebSocket(`ws://${host}/channel`, { origin: `http://${host}` });
    await once(socket, "open");
    const page = new Page(socket);
    const told = page.#until(() => page.#welcomed || undefined);
    await page.request("hello", { secret: hash.slice(1) });
    await told;
    return page;
  }

  async request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestResult<N>> {
    const id = this.#nextId++;
    const reply = await new Promise<Reply | undefined>((resolve) => {
      if (this.#isGone) return resolve(undefined);
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, name, params }));
    });
    if (!reply) throw new Error("The connection ended.");
    if (reply.type === "failure") throw new RequestFailed(name, reply.error);
    return reply.result as RequestResult<N>;
  }

  /** Waits for a pending review of the file. */
  async pendingReview(file: string): Promise<ReviewView> {
    return this.#until(() => this.#reviews.find((review) => review.file === file && review.state === "pending"));
  }

  /** The reviews that wait, in the order of the queue, once there are as many. */
  async pendingReviews(count = 1): Promise<readonly ReviewView[]> {
    return this.#until(() => {
      const pending = this.#reviews.filter(({ state }) => state === "pending");
      return pending.length >= count ? pending : undefined;
    });
  }

  /** Resolves once the page has heard that the review waits no longer. */
  async ended(review: string): Promise<void> {
    await this.#until(() => !this.#reviews.some(({ id, state }) => id === review && state === "pending") || undefined);
  }

  get agents(): readonly AgentView[] {
    return this.#agents;
  }

  /** What agents have said for the status bar, oldest first. */
  get sayings(): readonly Saying[] {
    return this.#sayings;
  }

  /** All reviews, as the backend told them last. */
  get reviews(): readonly ReviewView[] {
    return this.#reviews;
  }

  /** Writes lines at the beginning or the end of a document that it has open. Rejects with STALE if others were quicker. */
  async type(file: string, where: "top" | "bottom", lines: string): Promise<void> {
    const { edition, version, text } = await this.#until(() => this.#documents.get(file));
    const insert = [0, ...lines.split("\n")];
    const changes = where === "top" ? [insert, text.length] : [text.length, insert];
    await this.request("pushUpdates", { file, edition, version, updates: [{ clientID: "developer", changes }] });
  }

  close(): void {
    this.#socket.terminate();
  }

  get #isGone(): boolean {
    return this.#socket.readyState !== WebSocket.OPEN;
  }

  #take(message: ToPage): void {
    switch (message.type) {
      case "reply":
      case "failure":
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
        break;
      case "reviews":
        this.#welcomed = true;
        this.#reviews = message.reviews;
        break;
      case "agents":
        this.#agents = message.agents;
        break;
      case "said":
        this.#sayings.push(message.saying);
        break;
      case "document":
        this.#documents.set(message.file, message);
        break;
      case "updates": {
        const { edition, text } = this.#documents.get(message.file) ?? { edition: "", text: "" };
        const version = message.version + message.updates.length;
        this.#documents.set(message.file, { edition, version, text: message.updates.reduce(updated, text) });
        break;
      }
    }
    this.#look();
  }

  #look(): void {
    for (const look of [...this.#watchers]) look();
  }

  /** Resolves with what is found, as soon as it is. Rejects when the connection ends. */
  #until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined && !this.#isGone) return;
        this.#watchers.delete(look);
        if (found === undefined) reject(new Error("The connection ended."));
        else resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }
}

/** The text after an update, whose changes are sections: a length that stays, or a length that goes and lines that come. */
function updated(text: string, { changes }: { readonly changes: unknown }): string {
  let at = 0;
  let result = "";
  for (const section of changes as readonly (number | readonly [number, ...string[]])[]) {
    const [length, ...lines] = typeof section === "number" ? [section] : section;
    result += typeof section === "number" ? text.slice(at, at + length) : lines.join("\n");
    at += length;
  }
  return result;
}
