/** Finds the editor for a directory, keeps the connection, and asks the developer through it. One per agent. */
import { randomUUID } from "node:crypto";
import { errors, IdeError } from "@tandem/protocol";
import { delay, unlessAborted } from "../abort.js";
import { IdeConnection } from "../connection/ide-connection.js";
import type { Notification } from "../connection/mcp-client.js";
import type { DiffRequest, DiffResult } from "../connection/values.js";
import { formatIdeContext } from "../context/format-ide-context.js";
import { discoverIdes } from "../discovery/discover-ides.js";
import { equallyGood, type IdeInfo } from "../discovery/ide-info.js";
import { fileHolds } from "../files/text-file.js";
import { defaultIdeConfig, type IdeConfig } from "../ide-config.js";
import { Turns } from "../turns.js";
import type { Abortable, BridgeOptions } from "./bridge-options.js";
import { type BridgeState, Observed } from "./bridge-state.js";
import { GivenUp } from "./given-up.js";
import { retryUntil } from "./retry.js";

const OUTCOME_MS = 10_000;
const CONTEXT_MS = 2000;
/** How often one diff is asked for again: an editor that loses the connection each time is no help. */
const MAX_ASKS = 10;

/** Not connected until `autoConnect` or `connect` is called. After `disconnect` nothing of it is left running. */
export class IdeBridge {
  readonly config: IdeConfig;
  readonly #options: BridgeOptions;
  readonly #state: Observed<BridgeState>;
  readonly #notifications = new Observed<Notification | undefined>(undefined);
  readonly #connecting = new Turns();
  readonly #diffs = new Turns();
  readonly #givenUp = new GivenUp();
  #connection: IdeConnection | undefined;
  #cwd: string | undefined;
  #context: string | null = null;
  /** Ends the search for a lost editor; defined while it goes on. */
  #search: AbortController | undefined;
  /** Moves with every `disconnect`: what was begun before it must not connect after it. */
  #epoch = 0;

  constructor(config: IdeConfig = defaultIdeConfig, options: BridgeOptions = {}) {
    this.config = config;
    this.#options = options;
    const state = { status: "disconnected", reason: "Nothing was connected yet." } as const;
    this.#state = new Observed<BridgeState>(config.enabled ? state : { status: "disabled" });
  }

  /** What the bridge is doing. */
  get state(): BridgeState {
    return this.#state.value;
  }

  /** The current connection; undefined if there is none. */
  get connection(): IdeConnection | undefined {
    return this.#connection;
  }

  /** Whether the transport is alive. */
  get isConnected(): boolean {
    return this.#connection?.isConnected ?? false;
  }

  /** What `refreshContext` made last; null if there was nothing to tell. */
  get context(): string | null {
    return this.#context;
  }

  /** Hears every change of state. Returns the undo. */
  onState(listener: (state: BridgeState) => void): () => void {
    return this.#state.listen(listener);
  }

  /** Hears what editors tell unasked, also after a reconnection. Returns the undo. */
  onNotification(listener: (notification: Notification) => void): () => void {
    return this.#notifications.listen((notification) => notification && listener(notification));
  }

  /**
   * Connects to the best window for `cwd`, unless the configuration says not to. Undefined if there is none;
   * `state` then says why. Keeps a connection to a window that holds `cwd`. Rejects only when aborted.
   */
  async autoConnect(cwd: string, { signal }: Abortable = {}): Promise<IdeConnection | undefined> {
    this.#cwd = cwd;
    if (!this.config.enabled || !this.config.autoConnect) return undefined;
    const epoch = this.#epoch;
    return this.#connecting.take(() => this.#connectBest(epoch, signal), signal);
  }

  /** Connects to this window and leaves the one before. Rejects with the reason if it cannot. */
  async connect(ideInfo: IdeInfo, { signal }: Abortable = {}): Promise<IdeConnection> {
    if (!this.config.enabled) throw errors.notAllowed("The configuration switches the editor off (ide.enabled).");
    return this.#connecting.take(async () => {
      await this.disconnect();
      try {
        return await this.#open(ideInfo, [], this.#epoch, signal);
      } catch (error) {
        this.#state.set({ status: "disconnected", reason: IdeError.from(error).message });
        throw error;
      }
    }, signal);
  }

  /** Ends the connection and every search for one. */
  async disconnect(): Promise<void> {
    this.#epoch++;
    this.#stopSearch();
    const connection = this.#connection;
    this.#connection = undefined;
    if (this.config.enabled) this.#state.set({ status: "disconnected", reason: "Disconnected by this side." });
    await connection?.close();
  }

  /** True if there is a connection, after one attempt to make one if there was none. Rejects only when aborted. */
  async reconnectIfDead(cwd: string | undefined = this.#cwd, { signal }: Abortable = {}): Promise<boolean> {
    if (this.isConnected) return true;
    if (!this.config.enabled || cwd === undefined) return false;
    this.#cwd = cwd;
    const epoch = this.#epoch;
    return (await this.#connecting.take(() => this.#connectBest(epoch, signal), signal)) !== undefined;
  }

  /** The windows that hold a directory, best first. */
  discover(cwd: string, { signal, onWarning }: Abortable & { onWarning?: (text: string) => void } = {}) {
    const { environment } = this.#options;
    return discoverIdes(cwd, {
      lockDir: this.config.lockDirPath,
      signal,
      ...(environment && { environment }),
      ...(onWarning && { onWarning }),
    });
  }

  /**
   * Shows a proposal and waits for the decision; several go one after the other. If the connection is lost meanwhile, the
   * editor is found again and asked for the outcome; only if it stays away or is left, `CONNECTION_LOST` says so,
   * and the proposal is withdrawn when it is back. Nothing is applied
   * twice: a file that already holds the proposal was saved.
   */
  openDiff(diff: DiffRequest, { signal }: Abortable = {}): Promise<DiffResult> {
    const keyed = { ...diff, key: diff.key ?? randomUUID() };
    const giveUp = (error: unknown) => {
      if (!this.isConnected) this.#givenUp.add(keyed.key);
      throw error;
    };
    return this.#diffs.take(() => this.#decide(keyed, signal).catch(giveUp), signal);
  }

  async #decide(diff: DiffRequest, signal: AbortSignal | undefined): Promise<DiffResult> {
    let connection = this.#connection;
    if (!connection) throw errors.connectionLost("No editor is connected. Nothing was proposed.");
    for (let asked = 1; ; asked++) {
      const epoch = this.#epoch;
      try {
        return await connection.openDiff(diff, { signal });
      } catch (error) {
        if (signal?.aborted) throw error;
        const lost = error instanceof IdeError && error.code === "CONNECTION_LOST";
        const left = epoch !== this.#epoch && !this.isConnected;
        const back = lost && !left && asked < MAX_ASKS ? await this.#comeBack(signal) : undefined;
        // An editor that writes may have done so before it was lost, or before it failed to answer.
        const saved = connection.dialect === "nexus3" && (await fileHolds(diff.newFilePath, diff.newFileContents));
        if (saved) return { outcome: "FILE_SAVED", finalText: diff.newFileContents, written: true };
        if (!back) throw error;
        connection = back;
      }
    }
  }

  /**
   * Asks the editor anew and gives the text for the prompt, to be called after each batch of tool calls.
   * Never rejects: without an editor, or when it does not answer, there is less to tell, or null.
   */
  async refreshContext({ signal }: Abortable = {}): Promise<string | null> {
    const { injectDiagnostics, injectOpenEditors } = this.config;
    const connection = this.isConnected ? this.#connection : undefined;
    const options = { signal, timeoutMs: this.#options.contextMs ?? CONTEXT_MS };
    const [openEditors, diagnostics] = await Promise.all([
      injectOpenEditors ? connection?.getOpenEditors(options).catch(() => undefined) : undefined,
      injectDiagnostics ? connection?.getDiagnostics(undefined, options).catch(() => undefined) : undefined,
    ]);
    const ideName = connection?.ideInfo.ideName ?? "";
    this.#context = formatIdeContext({ ideName, openEditors, diagnostics, injectDiagnostics, injectOpenEditors });
    return this.#context;
  }

  /** Tries the windows of the directory in turn. To be called in a turn of `#connecting`. */
  async #connectBest(epoch: number, signal?: AbortSignal): Promise<IdeConnection | undefined> {
    const cwd = this.#cwd ?? process.cwd();
    const warnings: string[] = [];
    const ides = await this.discover(cwd, { signal, onWarning: (text) => warnings.push(text) });
    const current = this.#connection;
    if (current?.isConnected && ides.some(({ port }) => port === current.ideInfo.port)) return current;
    let reason = [`No window holds ${cwd}.`, ...warnings].join(" ");
    for (const ide of ides) {
      try {
        const alternatives = ides.filter((other) => other !== ide && equallyGood(other, ide));
        return await this.#open(ide, alternatives, epoch, signal);
      } catch (error) {
        if (signal?.aborted) {
          if (this.state.status === "connecting") this.#gaveUp("Connecting was given up.");
          throw error;
        }
        reason = IdeError.from(error).message;
      }
    }
    this.#gaveUp(reason);
    return undefined;
  }

  /** Unless there is something better to say of it. */
  #gaveUp(reason: string): void {
    if (!this.#search && !this.isConnected) this.#state.set({ status: "disconnected", reason });
  }

  async #open(
    ide: IdeInfo,
    alternatives: readonly IdeInfo[],
    epoch: number,
    signal?: AbortSignal,
  ): Promise<IdeConnection> {
    const { introduction, connectMs, heartbeat } = this.#options;
    if (epoch !== this.#epoch) throw errors.connectionLost("Disconnected while connecting.");
    if (!this.#connection) this.#state.set({ status: "connecting" });
    const connection = await IdeConnection.open(ide, {
      signal,
      introduction,
      connectMs,
      heartbeat,
      onNotification: (notification) => this.#notifications.set(notification),
    });
    await this.#givenUp.withdrawFrom(connection);
    if (epoch !== this.#epoch) {
      await connection.close();
      throw errors.connectionLost("Disconnected while connecting.");
    }
    const before = this.#connection;
    this.#connection = connection;
    this.#cwd ??= ide.workspaceFolders[0];
    this.#stopSearch();
    this.#state.set({ status: "connected", ide, alternatives });
    void connection.ended.then((reason) => this.#lost(connection, reason.message));
    await before?.close();
    return connection;
  }

  #lost(connection: IdeConnection, reason: string): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    if (this.config.autoConnect) void this.#searchAgain(reason);
    else this.#state.set({ status: "disconnected", reason });
  }

  /** Looks for the editor until it is found, or until `#stopSearch`. Never rejects. */
  async #searchAgain(reason: string): Promise<void> {
    const search = new AbortController();
    this.#stopSearch();
    this.#search = search;
    const { signal } = search;
    const epoch = this.#epoch;
    const attempt = async () => {
      await this.#connecting.take(async () => {
        if (!this.isConnected) await this.#connectBest(epoch, signal);
      }, signal);
      return this.isConnected;
    };
    const waiting = (n: number, retryMs: number) => this.#state.set({ status: "waiting", reason, attempt: n, retryMs });
    await retryUntil(attempt, { signal, waiting });
  }

  #stopSearch(): void {
    this.#search?.abort();
    this.#search = undefined;
  }

  /** The editor, once it is found again; undefined if it stays away. */
  async #comeBack(signal?: AbortSignal): Promise<IdeConnection | undefined> {
    if (this.isConnected) return this.#connection;
    if (!this.#search) void this.#searchAgain("The connection was lost while a diff was open.");
    const patience = new AbortController();
    let undo = () => {};
    const found = new Promise<void>((resolve) => {
      undo = this.onState(({ status }) => {
        if (status === "connected" || status === "disconnected") resolve();
      });
    });
    try {
      const late = delay(this.#options.outcomeMs ?? OUTCOME_MS, { signal: patience.signal, keepAlive: true });
      await unlessAborted(Promise.race([found, late]), signal);
      if (!this.isConnected && !this.config.autoConnect) {
        this.#stopSearch();
        this.#state.set({ status: "disconnected", reason: "The editor did not come back." });
      }
      return this.isConnected ? this.#connection : undefined;
    } finally {
      undo();
      patience.abort();
    }
  }
}
