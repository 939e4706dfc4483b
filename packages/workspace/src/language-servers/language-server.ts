/** One language: its server, what it was shown, and what it found. */
import type { Clock, FileDiagnostics } from "@tandem/host";
import { type Diagnostic, errors, IdeError } from "@tandem/protocol";
import type {
  DocumentDiagnosticReport,
  Diagnostic as LspDiagnostic,
  PublishDiagnosticsParams,
} from "vscode-languageserver-protocol";
import { Bell, Deadline } from "./deadline.js";
import { type CachedDiagnostics, type Channel, DiagnosticsCache, toDiagnostic } from "./diagnostics-cache.js";
import { DocumentSync, type LiveDocument, type SentState } from "./document-sync.js";
import { fileOf, uriOf } from "./file-uri.js";
import { LspClient, REQUEST_MS } from "./lsp-client.js";
import { PublishedNews } from "./published-news.js";
import type { Language } from "./server-table.js";
import { Supervisor } from "./supervisor.js";

/** How long a question for diagnostics may stay open; those who wait for it have shorter deadlines of their own. */
const PULL_MS = 20_000;
/** After this much silence the diagnostics of open files are asked for, so that their changes become known. */
const QUIET_MS = 500;
/** Before a server that was too busy to answer is asked again. */
const BUSY_PAUSE_MS = 50;

export interface LanguageServerOptions {
  readonly language: Language;
  readonly command: readonly string[];
  /** True: settings name another server than the one of the table. */
  readonly overridden: boolean;
  readonly root: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly onDiagnostics: ((file: string, diagnostics: readonly Diagnostic[]) => void) | undefined;
}

/** The state that a question for diagnostics is about. */
type Asked = Omit<CachedDiagnostics, "diagnostics">;

interface Pull {
  readonly sent: SentState;
  readonly generation: number;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

export class LanguageServer {
  readonly documents: DocumentSync;
  readonly language: Language;
  readonly #options: LanguageServerOptions;
  readonly #supervisor: Supervisor;
  readonly #cache = new DiagnosticsCache();
  readonly #news = new Bell();
  readonly #publishedNews: PublishedNews;
  readonly #pulls = new Map<string, Pull>();
  /** Grows with everything the server is told; what it answered before may no longer hold. */
  #generation = 0;
  #cancelRefresh: () => void = () => {};

  constructor(options: LanguageServerOptions) {
    const { language, clock, log } = options;
    this.#options = options;
    this.language = language;
    this.#publishedNews = new PublishedNews(clock);
    this.documents = new DocumentSync(language, () => this.#told());
    this.#supervisor = new Supervisor({
      title: language.title,
      clock,
      log,
      createClient: () =>
        new LspClient({
          ...options,
          onPublished: (params) => this.#published(params),
          onRefresh: () => this.#told(),
        }),
      onReady: (client) => this.documents.connect((method, params) => client.notify(method, params)),
      onLost: () => {
        this.documents.disconnect();
        this.#news.ring();
      },
    });
  }

  /** The process id of the server while it is ready. */
  get pid(): number | undefined {
    return this.#supervisor.client?.pid;
  }

  start(): void {
    this.#supervisor.start();
  }

  /**
   * Changes on disk, as the protocol words them. The server is told whether or not it has registered for them: it may
   * have read the disk already and be about to.
   */
  watched(changes: readonly { uri: string; type: number }[]): void {
    const client = this.#supervisor.client;
    if (!client) return;
    client.notify("workspace/didChangeWatchedFiles", { changes });
    this.#told();
  }

  /**
   * Asks for the diagnostics of an open document that was changed: whoever changed it is likely to want them next.
   * Not while an earlier question is out, or fast typing would keep the server busy.
   */
  askAhead(file: string): void {
    const client = this.#supervisor.client;
    if (client?.pulls && this.documents.isEdited(file) && !this.#pulls.has(file)) void this.#pull(file, client);
  }

  /** The editor opened the document. What is known of it from earlier questions is told now: it was not before. */
  opened(document: LiveDocument): void {
    this.documents.open(document);
    const known = this.#cache.diagnostics(document.file);
    if (known.length > 0) this.#options.onDiagnostics?.(document.file, known);
    this.#refreshSoon();
  }

  /** The editor closed the file. */
  closed(file: string): void {
    this.documents.close(file);
    this.#forgetHidden(file);
  }

  /** Shows the document while the server answers. Throws as `LspClient.request` does. */
  async ask<T>(document: LiveDocument, method: string, params: object, signal: AbortSignal): Promise<T> {
    const deadline = new Deadline(this.#options.clock, REQUEST_MS, signal);
    const release = this.documents.hold(document);
    try {
      const client = await this.#listed(deadline);
      const textDocument = { uri: uriOf(document.file) };
      return await client.request<T>(method, { textDocument, ...params }, deadline);
    } finally {
      release();
      this.#forgetHidden(document.file);
    }
  }

  /** The server's answer to `workspace/symbol`; undefined if it does not search. Throws as `LspClient.request` does. */
  async symbols(query: string, signal: AbortSignal): Promise<unknown> {
    const deadline = new Deadline(this.#options.clock, REQUEST_MS, signal);
    const client = await this.#listed(deadline);
    if (!client.findsSymbols) return undefined;
    await this.#catchUp(client, deadline);
    return client.request("workspace/symbol", { query }, deadline);
  }

  /** Waits up to `waitMs` for results on the newest text. Never throws: results that are not fresh say why. */
  async diagnostics(document: LiveDocument, waitMs: number, signal: AbortSignal): Promise<FileDiagnostics> {
    const deadline = new Deadline(this.#options.clock, waitMs, signal);
    const release = this.documents.hold(document);
    try {
      const reason = await this.#untilFresh(document.file, deadline);
      return this.#report(document, reason);
    } finally {
      release();
      this.#forgetHidden(document.file);
    }
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    this.#cancelRefresh();
    await this.#supervisor.close();
  }

  /** A server that knows the workspace's files. Throws `LSP_NOT_READY`. */
  async #listed(deadline: Deadline): Promise<LspClient> {
    const client = await this.#supervisor.ready(deadline);
    const late = `The ${this.language.title} server is still listing the workspace.`;
    await deadline.within(Promise.race([client.listed, client.ended]), late);
    return client;
  }

  /** Some servers take in what they were told only when they are asked about a document; a search alone finds old things. */
  async #catchUp(client: LspClient, deadline: Deadline): Promise<void> {
    const file = this.language.needsSeeds ? this.documents.anyShown() : undefined;
    if (file === undefined) return;
    const params = { textDocument: { uri: uriOf(file) }, position: { line: 0, character: 0 } };
    await client.request("textDocument/definition", params, deadline);
  }

  /** Resolves with the reason if the time is over and the results are still not fresh. */
  async #untilFresh(file: string, deadline: Deadline): Promise<string | undefined> {
    const late = `The ${this.language.title} server did not answer within ${deadline.ms} ms.`;
    const since = this.#generation;
    try {
      for (;;) {
        const client = await this.#supervisor.ready(deadline);
        if (this.#isFresh(file, client.pulls ? "pulled" : "published", since)) return undefined;
        const quietMs = client.pulls ? undefined : this.#quietToCome(file, since);
        if (quietMs === 0) return undefined;
        await deadline.within(this.#nextNews(file, client, quietMs), late);
      }
    } catch (error) {
      return IdeError.from(error).message;
    }
  }

  /** For the text sent last and surely with all that the server had been told at `since`. */
  #isFresh(file: string, channel: Channel, since: number): boolean {
    const sent = this.documents.sent(file);
    const results = this.#cache.get(file, channel);
    return sent !== undefined && results?.wireVersion === sent.wireVersion && results.generation >= since;
  }

  /** Asks, or waits for what the server publishes, for `quietMs` at most if that is known. */
  #nextNews(file: string, client: LspClient, quietMs: number | undefined): Promise<void> {
    if (client.pulls) return this.#pull(file, client);
    return quietMs === undefined ? this.#news.next() : this.#news.nextWithin(this.#options.clock, quietMs);
  }

  /** As `PublishedNews.quietToCome`; undefined also if nothing is known of the text sent last. */
  #quietToCome(file: string, since: number): number | undefined {
    return this.#isFresh(file, "published", 0) ? this.#publishedNews.quietToCome(since) : undefined;
  }

  #report(document: LiveDocument, reason: string | undefined): FileDiagnostics {
    const { file } = document;
    const diagnostics = this.#cache.diagnostics(file);
    if (reason === undefined) {
      return { file, version: this.documents.sent(file)?.version ?? document.version, fresh: true, diagnostics };
    }
    const known = this.#cache.get(file, "pulled") ?? this.#cache.get(file, "published");
    return { file, version: known?.version ?? document.version, fresh: false, reason, diagnostics };
  }

  /** Asks for the diagnostics of the text as it was sent last; joins the same question if it is already out. */
  #pull(file: string, client: LspClient): Promise<void> {
    const sent = this.documents.sent(file);
    if (!sent) return Promise.resolve();
    const generation = this.#generation;
    const running = this.#pulls.get(file);
    if (running?.generation === generation) return running.done;
    if (running?.sent.wireVersion !== sent.wireVersion) running?.abort.abort();
    const abort = new AbortController();
    const done = this.#pullOnce(file, client, { ...sent, generation }, abort.signal).finally(() => {
      if (this.#pulls.get(file)?.done === done) this.#pulls.delete(file);
    });
    done.catch(() => {});
    this.#pulls.set(file, { sent, generation, abort, done });
    return done;
  }

  async #pullOnce(file: string, client: LspClient, asked: Asked, signal: AbortSignal): Promise<void> {
    const params = { textDocument: { uri: uriOf(file) } };
    try {
      const deadline = new Deadline(this.#options.clock, PULL_MS, signal);
      const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", params, deadline);
      if (report?.kind !== "full") throw errors.internal(`The ${this.language.title} server gave no diagnostics.`);
      this.#store(file, "pulled", asked, report.items);
    } catch (error) {
      if (signal.aborted) return;
      // Busy or gone: whoever still waits asks again, after a pause.
      if (!(error instanceof IdeError && error.code === "LSP_NOT_READY")) throw error;
      await new Promise<void>((resolve) => void this.#options.clock.after(BUSY_PAUSE_MS, resolve));
    }
  }

  #published({ uri, version, diagnostics }: PublishDiagnosticsParams): void {
    const file = fileOf(uri);
    const sent = file === undefined ? undefined : this.documents.sent(file);
    // Without a version they count for what was sent last; those for an older text will be followed by newer ones.
    if (file === undefined || !sent || (version ?? sent.wireVersion) !== sent.wireVersion) return;
    // One with a version was made when the server had been told that version; of any other it cannot be said.
    const generation = version === undefined ? 0 : sent.wireVersion;
    this.#publishedNews.note(this.#generation);
    this.#store(file, "published", { ...sent, generation }, diagnostics);
    this.#news.ring();
  }

  #store(file: string, channel: Channel, asked: Asked, items: readonly LspDiagnostic[]): void {
    if (this.documents.sent(file)?.wireVersion !== asked.wireVersion) return;
    const { wireVersion, version, generation } = asked;
    const diagnostics = items.map((item) => toDiagnostic(file, item, this.language.name));
    const changed = this.#cache.store(file, channel, { wireVersion, version, generation, diagnostics });
    if (changed && this.documents.isEdited(file)) {
      this.#options.onDiagnostics?.(file, this.#cache.diagnostics(file));
    }
  }

  /** The server is told something, or says itself that its answers may have changed. Gives the new generation. */
  #told(): number {
    this.#generation += 1;
    this.#news.ring();
    this.#refreshSoon();
    return this.#generation;
  }

  #refreshSoon(): void {
    if (!this.#options.onDiagnostics) return;
    this.#cancelRefresh();
    this.#cancelRefresh = this.#options.clock.after(QUIET_MS, () => void this.#refresh());
  }

  /** Asks, one after the other, for the diagnostics of the open files that may have changed. Never rejects. */
  async #refresh(): Promise<void> {
    const generation = this.#generation;
    for (const file of this.documents.edited()) {
      const client = this.#supervisor.client;
      if (!client?.pulls || generation !== this.#generation) return;
      if (!this.#isFresh(file, "pulled", generation)) await this.#pull(file, client).catch(() => {});
    }
  }

  #forgetHidden(file: string): void {
    if (!this.documents.isShown(file)) this.#cache.drop(file);
  }
}
