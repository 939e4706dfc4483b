/** The agent's side of the clio dialect: an editor if there is one, else the file system and the terminal. */
import { randomUUID } from "node:crypto";
import { relative } from "node:path";
import { clio, IdeError } from "@tandem/protocol";
import { delay } from "../abort.js";
import { Observed } from "../bridge/bridge-state.js";
import { retryUntil } from "../bridge/retry.js";
import type { HeartbeatTimes } from "../connection/heartbeat.js";
import { oneLine } from "../context/one-line.js";
import { readTextFile, writeTextFile } from "../files/text-file.js";
import { askPlainly, inTurn, showAndAsk } from "../terminal/ask.js";
import { streamTerminal, type Terminal } from "../terminal/terminal.js";
import { renderDiff } from "../terminal/unified-diff.js";
import { Turns } from "../turns.js";
import { ClioConnection } from "./clio-connection.js";
import { applyClioEdits } from "./clio-edits.js";
import { clioPorts } from "./find-clio.js";

/** How a bridge behaves; every field has a default. */
export interface ClioBridgeOptions {
  readonly clientVersion?: string;
  /** The process's own if left out. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Asked when there is no editor; the process's own if left out. */
  readonly terminal?: Terminal;
  /** For names in the terminal; the process's own if left out. */
  readonly cwd?: string;
  /** For one handshake, in milliseconds; 10 s if left out. */
  readonly connectMs?: number;
  /** How long a lost editor is waited for before the terminal is asked, in milliseconds; 10 s if left out. */
  readonly retryMs?: number;
  readonly heartbeat?: HeartbeatTimes;
}

/** Whether there is an editor. */
export type ClioState =
  | { readonly status: "disconnected"; readonly reason: string }
  | { readonly status: "connected"; readonly port: number; readonly capabilities: readonly string[] };

/** A decision. */
export interface ClioVerdict {
  readonly verdict: "accepted" | "rejected";
  readonly by: "ide" | "terminal";
}

interface Signal {
  readonly signal?: AbortSignal | undefined;
}

interface FileChange {
  readonly file: string;
  readonly edits: readonly (clio.Edit & { oldText?: string })[];
}

const MS = 10_000;

/** Usable at once: whatever is asked for looks for the editor first. Diffs go one after the other. */
export class ClioBridge {
  readonly #options: ClioBridgeOptions;
  readonly #terminal: Terminal;
  readonly #state = new Observed<ClioState>({ status: "disconnected", reason: "Nothing was connected yet." });
  readonly #errors = new Observed<IdeError | undefined>(undefined);
  readonly #connecting = new Turns();
  readonly #diffs = new Turns();
  /** What was accepted in the terminal, by file: applying it is not asked about again. */
  readonly #accepted = new Map<string, string>();
  #connection: ClioConnection | undefined;
  #retrying: AbortController | undefined;
  /** Left on purpose: the editor is not looked for until `connect`. */
  #left = false;

  constructor(options: ClioBridgeOptions = {}) {
    this.#options = options;
    this.#terminal = options.terminal ?? streamTerminal();
  }

  /** Whether there is an editor. */
  get state(): ClioState {
    return this.#state.value;
  }

  get isConnected(): boolean {
    return this.#connection?.isConnected ?? false;
  }

  /** Hears every change of state. Returns the undo. */
  onState(listener: (state: ClioState) => void): () => void {
    return this.#state.listen(listener);
  }

  /** Hears of errors that answer no question, such as a status that cannot be shown. Returns the undo. */
  onError(listener: (error: IdeError) => void): () => void {
    return this.#errors.listen((error) => error && listener(error));
  }

  /** True if there is a connection, after an attempt to make one. Afterwards a lost one is made again by itself. */
  async connect({ signal }: Signal = {}): Promise<boolean> {
    this.#left = false;
    return this.#look(signal);
  }

  /** Leaves the editor and does not look for it again until `connect`. */
  async disconnect(): Promise<void> {
    this.#left = true;
    this.#retrying?.abort();
    const connection = this.#connection;
    this.#connection = undefined;
    this.#state.set({ status: "disconnected", reason: "Disconnected by this side." });
    await connection?.close();
  }

  /** Shows a change without making it: what was accepted is to be applied. */
  openDiff(
    diff: { file: string; before: string; after: string; description?: string },
    { signal }: Signal = {},
  ): Promise<ClioVerdict> {
    return this.#ask({ type: "openDiff", id: randomUUID(), ...diff }, signal, async () => {
      const { file, before, after } = diff;
      const shown = renderDiff({ name: this.#nameOf(file), before, after }, this.#terminal);
      const accepted = await askPlainly(`${describe(diff)}${shown}`, this.#terminal, signal);
      if (accepted) this.#accepted.set(file, after);
      return accepted;
    });
  }

  /** Shows a change that is made when it is accepted: in the editor's text, or without one in the file. */
  proposeDiff(
    diff: { file: string; edits: clio.ProposedEdit[]; description?: string },
    { signal }: Signal = {},
  ): Promise<ClioVerdict> {
    return this.#ask({ type: "proposeDiff", id: randomUUID(), ...diff }, signal, () =>
      this.#changeInTurn(diff, signal),
    );
  }

  /**
   * Makes a change that was accepted; any other is asked about first. Undefined if the editor gives no answer to it.
   * Rejects with `CONNECTION_LOST` if the editor is lost before it answers: the change may have been made.
   */
  async applyDiff(
    diff: { file: string; edits: clio.Edit[] },
    { signal }: Signal = {},
  ): Promise<ClioVerdict | undefined> {
    const connection = await this.#editor(signal);
    if (!connection) return inTerminal(await this.#changeInTurn(diff, signal));
    const message = { type: "applyDiff", id: randomUUID(), ...diff } as const;
    if (connection.echoesIds) return { verdict: await connection.ask(message, signal), by: "ide" };
    connection.send(message);
    return undefined;
  }

  /** Takes a diff away, if an editor shows one; whoever waits for it hears that it was rejected. */
  closeDiff(file: string): void {
    if (this.isConnected) this.#connection?.closeDiff(file);
  }

  /** Tells the developer what the agent does, if an editor is there to show it. */
  status(message: string, level: (typeof clio.levels)[number] = "info"): void {
    if (this.isConnected) this.#connection?.send({ type: "status", message, level });
  }

  /** Asks the editor; if it is lost meanwhile, asks it again once it is back; if it stays away, asks in the terminal. */
  #ask(
    question: Parameters<ClioConnection["ask"]>[0],
    signal: AbortSignal | undefined,
    here: () => Promise<boolean>,
  ): Promise<ClioVerdict> {
    return this.#diffs.take(async () => {
      let connection = await this.#editor(signal);
      while (connection) {
        try {
          return { verdict: await connection.ask(question, signal), by: "ide" };
        } catch (error) {
          const lost = error instanceof IdeError && error.code === "CONNECTION_LOST";
          if (signal?.aborted || !lost) throw error;
          connection = await this.#comeBack(signal);
        }
      }
      return inTerminal(await here());
    }, signal);
  }

  async #editor(signal: AbortSignal | undefined): Promise<ClioConnection | undefined> {
    if (!this.isConnected && !this.#left) await this.#look(signal);
    return this.isConnected ? this.#connection : undefined;
  }

  #changeInTurn(change: FileChange, signal: AbortSignal | undefined): Promise<boolean> {
    return inTurn(this.#terminal, () => this.#changeFile(change, signal), signal);
  }

  async #changeFile({ file, edits }: FileChange, signal: AbortSignal | undefined): Promise<boolean> {
    const before = (await readTextFile(file))?.text ?? null;
    const after = applyClioEdits(before ?? "", edits);
    const accepted = this.#accepted.get(file) === after;
    this.#accepted.delete(file);
    const answer = accepted
      ? { verdict: "yes" as const, text: after }
      : await showAndAsk({ name: this.#nameOf(file), before, after }, this.#terminal, signal);
    if (answer.verdict === "no") return false;
    await writeTextFile(file, answer.text, before);
    return true;
  }

  #look(signal: AbortSignal | undefined): Promise<boolean> {
    return this.#connecting.take(() => this.#attempt(signal), signal);
  }

  async #attempt(signal?: AbortSignal): Promise<boolean> {
    if (this.isConnected) return true;
    if (this.#left) return false;
    const { environment = process.env, clientVersion = clio.VERSION, connectMs = MS, heartbeat } = this.#options;
    let reason = "No editor was found.";
    for (const port of clioPorts(environment)) {
      try {
        const onError = (error: IdeError) => this.#errors.set(error);
        const connection = await ClioConnection.open(port, { clientVersion, connectMs, heartbeat, onError, signal });
        if (this.#left) {
          await connection.close();
          return false;
        }
        this.#connection = connection;
        this.#state.set({ status: "connected", port, capabilities: connection.capabilities });
        void connection.ended.then(({ message }) => this.#lost(connection, message));
        return true;
      } catch (error) {
        signal?.throwIfAborted();
        reason = IdeError.from(error).message;
      }
    }
    this.#state.set({ status: "disconnected", reason });
    return false;
  }

  #lost(connection: ClioConnection, reason: string): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#state.set({ status: "disconnected", reason });
    this.#retrying?.abort();
    this.#retrying = new AbortController();
    const { signal } = this.#retrying;
    void retryUntil(() => this.#look(signal), { signal });
  }

  /** The editor, once it is back; undefined if it stays away, or was left on purpose. */
  async #comeBack(signal?: AbortSignal): Promise<ClioConnection | undefined> {
    const patience = new AbortController();
    const either = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal;
    const late = delay(this.#options.retryMs ?? MS, { signal: patience.signal, keepAlive: true });
    const expired = late.then(
      () => patience.abort(),
      () => {},
    );
    await retryUntil(async () => this.#left || this.#look(either), { signal: either });
    patience.abort();
    await expired;
    signal?.throwIfAborted();
    return this.isConnected ? this.#connection : undefined;
  }

  #nameOf(file: string): string {
    return relative(this.#options.cwd ?? process.cwd(), file) || file;
  }
}

function inTerminal(accepted: boolean): ClioVerdict {
  return { verdict: accepted ? "accepted" : "rejected", by: "terminal" };
}

function describe({ description }: { description?: string }): string {
  return description === undefined ? "" : `${oneLine(description)}\n`;
}
