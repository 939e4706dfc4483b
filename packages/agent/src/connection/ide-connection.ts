/** A connection to one window: the eleven tools as typed methods, whatever the dialect. */
import { claude, errors, nexus3, PROPOSAL_KEY } from "@tandem/protocol";
import type { DialectName, IdeInfo } from "../discovery/ide-info.js";
import { errorInText } from "../wire-error.js";
import { claudeCalls } from "./dialects/claude.js";
import { selectionIn, zeroBased } from "./dialects/claude-shapes.js";
import type { DialectCall, DialectCalls } from "./dialects/dialect.js";
import { nexus3Calls } from "./dialects/nexus3.js";
import type { HeartbeatTimes } from "./heartbeat.js";
import { type Introduction, McpClient, type Notification, type RequestOptions, type ServerInfo } from "./mcp-client.js";
import { readToolList, type ToolList } from "./tool-list.js";
import type { Diagnostic, DiffRequest, DiffResult, EditorInfo, Selection } from "./values.js";
import { WebSocketTransport } from "./web-socket-transport.js";

/** How a connection is made. */
export interface ConnectOptions {
  /** Who connects; the developer sees the name. */
  readonly introduction?: Introduction | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For the handshake as a whole, in milliseconds; 10 s if left out. */
  readonly connectMs?: number | undefined;
  readonly heartbeat?: HeartbeatTimes | undefined;
  /** Hears what the window tells unasked: `selection_changed`, `at_mentioned`, events. */
  readonly onNotification?: ((notification: Notification) => void) | undefined;
}

const CONNECT_MS = 10_000;
const anonymous: Introduction = { name: "tandem-agent", version: "0.1.0" };
const headerOf = { nexus3: nexus3.AUTHORIZATION_HEADER, claude: claude.AUTHORIZATION_HEADER } as const;

/** Typed calls of one window. Every call settles: with a value, an `IdeError`, or as its signal says. */
export class IdeConnection {
  readonly ideInfo: IdeInfo;
  readonly server: ServerInfo;
  readonly dialect: DialectName;
  /** Settles with the reason when the connection has ended. Never rejects. */
  readonly ended: McpClient["ended"];
  readonly #client: McpClient;
  readonly #tools: ToolList;
  readonly #calls: DialectCalls;
  readonly #pushedSelection: () => unknown;
  /** Tab's name → its diffs that wait. */
  readonly #waiting = new Map<string, number>();

  private constructor(ideInfo: IdeInfo, { client, server, tools, pushedSelection }: Session) {
    this.#client = client;
    this.#tools = tools;
    this.#pushedSelection = pushedSelection;
    this.ideInfo = ideInfo;
    this.server = server;
    this.ended = client.ended;
    const named = server.name === nexus3.serverInfo.name ? "nexus3" : "claude";
    this.dialect = ideInfo.dialectCertain ? ideInfo.dialect : named;
    this.#calls = this.dialect === "nexus3" ? nexus3Calls : claudeCalls({ name: server.name, ...tools });
  }

  /** Connects and shakes hands. Rejects with `CONNECTION_LOST`, `TIMED_OUT`, or as the signal says. */
  static async open(ideInfo: IdeInfo, options: ConnectOptions = {}): Promise<IdeConnection> {
    const { connectMs = CONNECT_MS, introduction = anonymous, onNotification } = options;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(errors.timedOut("Connecting", connectMs)), connectMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
    const transport = new WebSocketTransport({
      port: ideInfo.port,
      headers: ideInfo.authToken === "" ? {} : { [headerOf[ideInfo.dialect]]: ideInfo.authToken },
      subprotocol: ideInfo.dialect === "claude" ? claude.SUBPROTOCOL : undefined,
      connectMs,
      heartbeat: options.heartbeat,
    });
    let pushed: unknown;
    try {
      await transport.connect(signal);
      const client = new McpClient(transport, (notification) => {
        if (notification.method === "selection_changed") pushed = notification.params;
        onNotification?.(notification);
      });
      const capabilities = { experimental: { tandem: { finalText: true } } };
      const server = await client.initialize(introduction, capabilities, { signal, timeoutMs: "none" });
      if (ideInfo.dialect === "claude") client.notify("ide_connected", { pid: process.pid });
      const tools = await readToolList(client, { signal, timeoutMs: "none" });
      return new IdeConnection(ideInfo, { client, server, tools, pushedSelection: () => pushed });
    } catch (error) {
      await transport.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the transport is alive. */
  get isConnected(): boolean {
    return this.#client.isConnected;
  }

  /** Whether the editor can show diffs at all. */
  get showsDiffs(): boolean {
    return this.#tools.lists("openDiff");
  }

  /** Whether the editor knows a proposal by its key, and tells its outcome again. */
  get knowsKeys(): boolean {
    return "tandem" in ((this.server.capabilities["experimental"] ?? {}) as object);
  }

  /**
   * Shows a proposal and waits until the developer has decided; there is no deadline. An abort withdraws it.
   * Two at once are two reviews, whatever their tabs are called; `IdeBridge.openDiff` does one after the other.
   */
  async openDiff(diff: DiffRequest, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<DiffResult> {
    if (!this.showsDiffs) throw errors.notSupported(`${this.ideInfo.ideName} shows no diffs.`);
    const { tabName } = diff;
    this.#waiting.set(tabName, (this.#waiting.get(tabName) ?? 0) + 1);
    try {
      return await this.#call(this.#calls.openDiff(diff), { signal, timeoutMs: "none" }, diff.key);
    } finally {
      const others = (this.#waiting.get(tabName) ?? 1) - 1;
      if (others > 0) this.#waiting.set(tabName, others);
      else this.#waiting.delete(tabName);
      // In the claude dialect the agent closes what it opened. Elsewhere closing is for servers that know no cancellation.
      // Either goes by the name, so the last of that name closes for all.
      const close = others === 0 && (this.dialect === "claude" || (signal?.aborted && !this.knowsKeys));
      if (close && this.isConnected) void this.closeTab(tabName).catch(() => {});
    }
  }

  /** Opens a file; `preview` in a tab that the next file replaces. */
  openFile(filePath: string, options: RequestOptions & { preview?: boolean } = {}): Promise<void> {
    return this.#call(this.#calls.openFile(filePath, options.preview ?? false), options);
  }

  /** Of one file, by URI or absolute path, or of all. */
  getDiagnostics(uri?: string, options?: RequestOptions): Promise<Diagnostic[]> {
    return this.#call(this.#calls.getDiagnostics(uri), options);
  }

  /** Of the editor that has the focus. */
  getCurrentSelection(options?: RequestOptions): Promise<Selection | undefined> {
    return this.#call(this.#calls.getCurrentSelection(), options);
  }

  /** The latest one, also when the editor has lost the focus since. */
  async getLatestSelection(options?: RequestOptions): Promise<Selection | undefined> {
    const asked = this.#tools.lists("getLatestSelection");
    const pushed = asked ? undefined : selectionIn(this.#pushedSelection(), zeroBased);
    return pushed ?? this.#call(this.#calls.getLatestSelection(), options);
  }

  /** The open tabs. */
  getOpenEditors(options?: RequestOptions): Promise<EditorInfo[]> {
    return this.#call(this.#calls.getOpenEditors(), options);
  }

  /** Absolute paths. */
  getWorkspaceFolders(options?: RequestOptions): Promise<string[]> {
    return this.#call(this.#calls.getWorkspaceFolders(), options);
  }

  /** Whether a file has unsaved changes. */
  checkDocumentDirty(filePath: string, options?: RequestOptions): Promise<boolean> {
    return this.#call(this.#calls.checkDocumentDirty(filePath), options);
  }

  /** Saves a file's unsaved changes. */
  saveDocument(filePath: string, options?: RequestOptions): Promise<void> {
    return this.#call(this.#calls.saveDocument(filePath), options);
  }

  /** Closes a diff by its tab's name; one that waits is rejected. */
  closeTab(tabName: string, options?: RequestOptions): Promise<void> {
    return this.#call(this.#calls.closeTab(tabName), options);
  }

  /** Closes the diffs that this agent opened. */
  closeAllDiffTabs(options?: RequestOptions): Promise<void> {
    return this.#call(this.#calls.closeAllDiffTabs(), options);
  }

  /** Calls any tool of the window by its name and gives the texts of its answer. */
  async callTool(tool: string, input: object, options?: RequestOptions): Promise<string[]> {
    return this.#call({ tool, input: { ...input }, read: (texts) => texts.slice() }, options);
  }

  /** Resolves when the connection is closed. Calls that wait are rejected with `CONNECTION_LOST`. */
  close(): Promise<void> {
    return this.#client.close();
  }

  async #call<T>(call: DialectCall<T>, options?: RequestOptions, key?: string): Promise<T> {
    const params = {
      name: call.tool,
      arguments: call.input,
      ...(key !== undefined && { _meta: { [PROPOSAL_KEY]: key } }),
    };
    const result = (await this.#client.request("tools/call", params, options)) as ToolResult | undefined;
    const texts = (result?.content ?? []).flatMap(({ text }) => (typeof text === "string" ? [text] : []));
    if (result?.isError) throw errorInText(texts.join("\n"));
    return call.read(texts);
  }
}

/** What the handshake has left behind. */
interface Session {
  readonly client: McpClient;
  readonly server: ServerInfo;
  readonly tools: ToolList;
  /** The params of the last `selection_changed`. */
  readonly pushedSelection: () => unknown;
}

interface ToolResult {
  readonly content?: readonly { readonly text?: unknown }[];
  readonly isError?: boolean;
}
