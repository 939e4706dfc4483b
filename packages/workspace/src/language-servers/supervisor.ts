/** Keeps one language's server running: starts it when it is first needed, and again when it crashes. */
import type { Clock } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { Bell, type Deadline } from "./deadline.js";
import type { LspClient } from "./lsp-client.js";
import type { Ending } from "./server-process.js";

/** A server is restarted at most this often in this many milliseconds; then it is down until they have passed. */
const MOST_RESTARTS = 5;
const RESTARTS_WITHIN_MS = 180_000;
const FIRST_PAUSE_MS = 250;

export interface SupervisorOptions {
  readonly title: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly createClient: () => LspClient;
  /** The server is initialized. */
  readonly onReady: (client: LspClient) => void;
  /** The server that was ready is gone. */
  readonly onLost: () => void;
}

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "starting"; readonly client: LspClient }
  | { readonly kind: "ready"; readonly client: LspClient }
  | { readonly kind: "pausing"; readonly cancel: () => void; readonly reason: string }
  | { readonly kind: "down"; readonly since: number; readonly reason: string }
  | { readonly kind: "closed" };

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #bell = new Bell();
  #state: State = { kind: "idle" };
  #restarts: readonly number[] = [];

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** The client if the server is ready now. */
  get client(): LspClient | undefined {
    return this.#state.kind === "ready" ? this.#state.client : undefined;
  }

  /** Starts the server unless it runs, is about to, or is down. */
  start(): void {
    const { kind } = this.#state;
    if (kind === "idle" || (this.#state.kind === "down" && this.#passed(this.#state.since))) this.#launch();
  }

  /** Waits for the server to be ready. Throws `LSP_NOT_READY` if it is down or the time has passed. */
  async ready(deadline: Deadline): Promise<LspClient> {
    for (;;) {
      this.start();
      const state = this.#state;
      if (state.kind === "ready") return state.client;
      if (state.kind === "down") throw errors.lspNotReady(state.reason);
      if (state.kind === "closed") throw errors.lspNotReady(`The ${this.#options.title} server was closed.`);
      const late = state.kind === "pausing" ? state.reason : `The ${this.#options.title} server is still starting.`;
      await deadline.within(this.#bell.next(), late);
    }
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    const state = this.#state;
    this.#enter({ kind: "closed" });
    if (state.kind === "pausing") state.cancel();
    if (state.kind === "ready") await state.client.close();
    if (state.kind === "starting") {
      state.client.kill();
      await state.client.ended;
    }
  }

  #launch(): void {
    const client = this.#options.createClient();
    this.#enter({ kind: "starting", client });
    void client.ended.then((ending) => this.#ended(client, ending));
    client.initialize().then(
      () => this.#initialized(client),
      (error: unknown) => {
        if (!this.#holds(client)) return;
        this.#options.log(`${this.#options.title}: ${String(error)}`);
        client.kill();
      },
    );
  }

  #initialized(client: LspClient): void {
    if (!this.#holds(client)) return;
    this.#enter({ kind: "ready", client });
    this.#options.onReady(client);
  }

  #ended(client: LspClient, ending: Ending): void {
    if (!this.#holds(client)) return;
    const { title, clock, log, onLost } = this.#options;
    const wasReady = this.#state.kind === "ready";
    this.#restarts = this.#restarts.filter((time) => !this.#passed(time));
    const sentence = `The ${title} server ${ending.how}`;
    if (!ending.started || this.#restarts.length === MOST_RESTARTS) {
      const often = ending.started ? ` again after ${MOST_RESTARTS} restarts in 3 minutes` : "";
      this.#enter({ kind: "down", since: clock.now(), reason: `${sentence}${often}; it stays down for now.` });
    } else {
      const pause = FIRST_PAUSE_MS * 2 ** this.#restarts.length;
      this.#restarts = [...this.#restarts, clock.now()];
      const cancel = clock.after(pause, () => this.#launch());
      this.#enter({ kind: "pausing", cancel, reason: `${sentence} and is being restarted.` });
    }
    log(`${sentence}.`);
    if (wasReady) onLost();
  }

  #holds(client: LspClient): boolean {
    const state = this.#state;
    return (state.kind === "starting" || state.kind === "ready") && state.client === client;
  }

  #passed(time: number): boolean {
    return this.#options.clock.now() - time > RESTARTS_WITHIN_MS;
  }

  #enter(state: State): void {
    this.#state = state;
    this.#bell.ring();
  }
}
