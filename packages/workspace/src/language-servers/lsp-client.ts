/** The client's side of one running server: initialize, requests with a deadline, notifications, the end. */
import { basename } from "node:path";
import type { Clock } from "@tandem/host";
import { errors, IdeError } from "@tandem/protocol";
import * as rpc from "vscode-jsonrpc/node";
import type { InitializeParams, InitializeResult, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { answerServer } from "./client-answers.js";
import { Deadline } from "./deadline.js";
import { uriOf } from "./file-uri.js";
import { type Ending, type ServerProcess, startServerProcess } from "./server-process.js";
import type { Language } from "./server-table.js";

/** The longest a request may take, in milliseconds. */
export const REQUEST_MS = 10_000;
const INITIALIZE_MS = 30_000;
const GRACE_MS = 1000;
/** A server that does not say when it has listed the workspace is trusted to have done so after this time. */
const LISTING_MS = 5000;

export interface LspClientOptions {
  readonly language: Language;
  readonly command: readonly string[];
  /** True: it is another server than the one of the table, and may log other words. */
  readonly overridden: boolean;
  readonly root: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly onPublished: (params: PublishDiagnosticsParams) => void;
  /** The server's diagnostics may have changed, or the way in which it gives them. */
  readonly onRefresh: () => void;
}

export class LspClient {
  /** Resolves once the process is gone; never rejects. */
  readonly ended: Promise<Ending>;
  /** Resolves once the server knows the workspace's files; never rejects. */
  readonly listed: Promise<void>;
  readonly #options: LspClientOptions;
  readonly #process: ServerProcess;
  /** Methods that the server wants to be told or asked, by the id of the registration. */
  readonly #registrations = new Map<string, string>();
  #capabilities: InitializeResult["capabilities"] = {};
  #closing = false;

  constructor(options: LspClientOptions) {
    const { language, command, overridden, root, clock, log } = options;
    const say = (message: string) => {
      if (!this.#closing) log(`${language.title}: ${message}`);
    };
    this.#options = options;
    this.#process = startServerProcess(command, root, say);
    this.ended = this.#process.ended;
    const { connection } = this.#process;
    const listed = answerServer(connection, { ...options, registrations: this.#registrations, log: say });
    const patience = new Promise<void>((resolve) => void clock.after(LISTING_MS, resolve));
    this.listed = overridden ? Promise.race([listed, patience]) : listed;
    connection.listen();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** True: diagnostics are asked for. False: the server publishes them when it likes. */
  get pulls(): boolean {
    return this.#capabilities.diagnosticProvider !== undefined || this.#registered("textDocument/diagnostic");
  }

  get findsSymbols(): boolean {
    return Boolean(this.#capabilities.workspaceSymbolProvider) || this.#registered("workspace/symbol");
  }

  /** Throws `LSP_NOT_READY`. */
  async initialize(): Promise<void> {
    const { root, clock } = this.#options;
    const deadline = new Deadline(clock, INITIALIZE_MS);
    const result = await this.request<InitializeResult>("initialize", initializeParams(root), deadline);
    this.#capabilities = result.capabilities;
    this.notify("initialized", {});
  }

  /** Throws `LSP_NOT_READY` if the server is late, busy or gone, `TIMED_OUT` on abort; the server is told to stop. */
  async request<T>(method: string, params: unknown, deadline: Deadline): Promise<T> {
    const cancellation = new rpc.CancellationTokenSource();
    const late = `The ${this.#options.language.title} server did not answer within ${deadline.ms} ms.`;
    try {
      const answer = this.#process.connection.sendRequest<T>(method, params, cancellation.token);
      return await deadline.within(answer, late);
    } catch (error) {
      if (error instanceof IdeError) cancellation.cancel();
      throw this.#explained(error);
    } finally {
      cancellation.dispose();
    }
  }

  /** Never throws: what a server that is gone is not told, its successor will be. */
  notify(method: string, params: unknown): void {
    try {
      this.#process.connection.sendNotification(method, params).catch(() => {});
    } catch {
      // The connection is closed.
    }
  }

  kill(): void {
    this.#process.kill();
  }

  /** Asks the server to end, and ends it if it does not. Resolves when the process is gone. */
  async close(): Promise<void> {
    this.#closing = true;
    const deadline = new Deadline(this.#options.clock, GRACE_MS);
    const goodbye = this.request("shutdown", undefined, deadline).then(() => {
      this.notify("exit", undefined);
      return this.ended;
    });
    await deadline.within(goodbye, "").catch(() => this.kill());
    await this.ended;
  }

  #registered(method: string): boolean {
    return [...this.#registrations.values()].includes(method);
  }

  #explained(error: unknown): IdeError {
    const { title } = this.#options.language;
    if (error instanceof IdeError) return error;
    if (!(error instanceof rpc.ResponseError) || brokenConnection.includes(error.code)) {
      return errors.lspNotReady(`The ${title} server ended before it answered.`);
    }
    if (busy.includes(error.code)) return errors.lspNotReady(`The ${title} server is busy: ${error.message}`);
    if (error.code === rpc.ErrorCodes.MethodNotFound) return errors.notSupported(`The ${title} server cannot do this.`);
    return errors.internal(`The ${title} server failed: ${error.message}`, error);
  }
}

/** What the connection itself answers when there is no server to do it. */
const brokenConnection: readonly number[] = [
  rpc.ErrorCodes.MessageWriteError,
  rpc.ErrorCodes.MessageReadError,
  rpc.ErrorCodes.PendingResponseRejected,
  rpc.ErrorCodes.ConnectionInactive,
];

/** Request cancelled, content modified, cancelled by the server: codes of the Language Server Protocol. */
const busy: readonly number[] = [-32800, -32801, -32802];

function initializeParams(root: string): InitializeParams {
  const uri = uriOf(root);
  return {
    processId: process.pid,
    clientInfo: { name: "tandem" },
    rootUri: uri,
    workspaceFolders: [{ uri, name: basename(root) }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        didChangeConfiguration: { dynamicRegistration: true },
        didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
        diagnostics: { refreshSupport: true },
        symbol: { dynamicRegistration: true },
      },
      textDocument: {
        synchronization: { didSave: true },
        publishDiagnostics: { versionSupport: true },
        // Servers that can be asked register for it only if registration is offered.
        diagnostic: { dynamicRegistration: true },
        definition: { linkSupport: true },
        references: {},
      },
    },
  };
}
