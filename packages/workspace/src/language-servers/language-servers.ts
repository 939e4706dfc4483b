/** The language servers of one folder: diagnostics, symbols, definitions and references, on the live texts. */
import { extname } from "node:path";
import type { Clock, FileDiagnostics } from "@tandem/host";
import { type Diagnostic, errors, type Location, type Position, type SymbolEntry, toZeroBased } from "@tandem/protocol";
import { Deadline } from "./deadline.js";
import type { LiveDocument } from "./document-sync.js";
import { uriOf } from "./file-uri.js";
import { LanguageServer } from "./language-server.js";
import { REQUEST_MS } from "./lsp-client.js";
import { chooseSeeds, isProjectFile } from "./seed.js";
import { SeedKeeper } from "./seed-keeper.js";
import { languageOf, languages } from "./server-table.js";
import { type Places, toLocations, toSymbols } from "./symbols.js";

export interface LanguageServersOptions {
  /** Real absolute path of the folder. */
  readonly root: string;
  /** Language → program and arguments of another server; an empty list switches the language off. */
  readonly commands?: Readonly<Record<string, readonly string[]>>;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** Told when the diagnostics of a file that the editor has open have changed. */
  readonly onDiagnostics?: (file: string, diagnostics: readonly Diagnostic[]) => void;
  /** The workspace's files that are not ignored, relative to the root, `/`-separated. */
  readonly listFiles: () => Promise<readonly string[]>;
  /** The text of a 1-based line of a file that may lie outside the workspace. */
  readonly readLine: (file: string, line: number) => Promise<string>;
}

export interface FileChange {
  /** Real absolute path. */
  readonly file: string;
  readonly type: "created" | "changed" | "deleted";
}

/** `FileChangeType` of the Language Server Protocol. */
const changeTypes = { created: 1, changed: 2, deleted: 3 } as const;

const LISTING = "The workspace is still being listed.";

interface Entry {
  readonly server: LanguageServer;
  readonly seeds: SeedKeeper;
}

export class LanguageServers {
  readonly #options: LanguageServersOptions;
  /** By the language's name; a language that is switched off is not here. */
  readonly #entries = new Map<string, Entry>();
  /** The languages that the workspace has, their servers started and seeded; undefined if that has to be looked up. */
  #present: Promise<readonly Entry[]> | undefined;

  constructor(options: LanguageServersOptions) {
    const { root, commands = {}, clock, log, onDiagnostics } = options;
    this.#options = options;
    for (const language of languages) {
      const override = commands[language.name];
      if (override?.length === 0) continue;
      const command = override ?? language.command();
      const overridden = override !== undefined;
      const server = new LanguageServer({ language, command, overridden, root, clock, log, onDiagnostics });
      this.#entries.set(language.name, { server, seeds: new SeedKeeper(root, server.documents) });
    }
  }

  /** Process ids of the servers that are ready, by language. */
  pids(): Record<string, number> {
    const running = [...this.#entries].map(([name, { server }]) => [name, server.pid]);
    return Object.fromEntries(running.filter(([, pid]) => pid !== undefined));
  }

  /** The editor opened a document; its language's server is started. */
  opened(document: LiveDocument): void {
    const server = this.#entryOf(document.file)?.server;
    server?.start();
    server?.opened(document);
  }

  changed(document: LiveDocument): void {
    const server = this.#entryOf(document.file)?.server;
    if (!server) return;
    server.documents.change(document);
    server.askAhead(document.file);
  }

  saved(file: string): void {
    this.#entryOf(file)?.server.documents.save(file);
  }

  closed(file: string): void {
    const entry = this.#entryOf(file);
    // A seed would keep showing the text that the editor had: let it be read again when it is needed.
    if (entry?.seeds.drop(file)) this.#present = undefined;
    entry?.server.closed(file);
  }

  /** Files changed on disk. */
  watched(changes: readonly FileChange[]): void {
    // Servers pick what concerns them: more cheaply than their glob patterns could be matched here.
    const told = changes.map(({ file, type }) => ({ uri: uriOf(file), type: changeTypes[type] }));
    for (const { server } of this.#entries.values()) server.watched(told);
    for (const { file, type } of changes) {
      const entry = this.#entryOf(file);
      if (type === "changed") void entry?.seeds.changed(file);
      else if (entry || isProjectFile(file)) this.#present = undefined;
      if (type === "deleted") entry?.seeds.drop(file);
    }
  }

  /**
   * Waits up to `waitMs` for results on the document's newest text. A document that the editor has not opened is shown
   * to the server while the call lasts. Never throws: results that are not fresh say why.
   */
  async diagnostics(document: LiveDocument, waitMs: number, signal: AbortSignal): Promise<FileDiagnostics> {
    const { file, version } = document;
    const entry = this.#entryOf(file);
    if (!entry) return { file, version, fresh: false, reason: noServerFor(file), diagnostics: [] };
    return entry.server.diagnostics(document, waitMs, signal);
  }

  /** Lists the workspace and starts the servers of the languages it has, unless that has been done. */
  async warmUp(): Promise<void> {
    await this.#prepared();
  }

  /** Of all servers. Throws `LSP_NOT_READY` if none found any and one could not answer now, `NOT_SUPPORTED` if none ever can. */
  async symbols(query: string, signal: AbortSignal): Promise<SymbolEntry[]> {
    const { clock, root, log } = this.#options;
    const deadline = new Deadline(clock, REQUEST_MS, signal);
    const entries = await deadline.within(this.#prepared(), LISTING);
    const answers = await Promise.allSettled(entries.map(({ server }) => server.symbols(query, signal)));
    const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
    const found = answers.flatMap((answer) =>
      answer.status === "fulfilled" && answer.value !== undefined ? [toSymbols(answer.value, root)] : [],
    );
    for (const failure of failures) log(`Symbols: ${String(failure)}`);
    const symbols = found.flat();
    // A server that failed may be the one that knows it.
    if (symbols.length === 0 && failures.length > 0) throw failures[0];
    if (found.length === 0) throw errors.notSupported("No language server knows the files of this workspace.");
    return symbols;
  }

  /** Throws `RANGE_INVALID`, `LSP_NOT_READY`, and `NOT_SUPPORTED` for a file that has no server. */
  definition(document: LiveDocument, position: Position, signal: AbortSignal): Promise<Location[]> {
    return this.#places(document, position, "textDocument/definition", {}, signal);
  }

  /** In all of the workspace, whatever is open. Throws as `definition` does. */
  async references(
    document: LiveDocument,
    position: Position,
    includeDeclaration: boolean,
    signal: AbortSignal,
  ): Promise<Location[]> {
    const { clock } = this.#options;
    await new Deadline(clock, REQUEST_MS, signal).within(this.#prepared(), LISTING);
    return this.#places(document, position, "textDocument/references", { context: { includeDeclaration } }, signal);
  }

  /** Resolves when every server's process is gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ server }) => server.close()));
  }

  async #places(
    document: LiveDocument,
    position: Position,
    method: string,
    params: object,
    signal: AbortSignal,
  ): Promise<Location[]> {
    const entry = this.#entryOf(document.file);
    if (!entry) throw errors.notSupported(noServerFor(document.file));
    checkPosition(document, position);
    const places = await entry.server.ask<Places>(
      document,
      method,
      { position: toZeroBased(position), ...params },
      signal,
    );
    return toLocations(places, this.#options.readLine);
  }

  #prepared(): Promise<readonly Entry[]> {
    if (!this.#present) {
      const present = this.#prepare();
      this.#present = present;
      present.catch(() => {
        if (this.#present === present) this.#present = undefined;
      });
    }
    return this.#present;
  }

  async #prepare(): Promise<readonly Entry[]> {
    const files = await this.#options.listFiles();
    const names = new Set(files.map((file) => languageOf(file)?.name));
    const present = [...this.#entries].filter(([name]) => names.has(name)).map(([, entry]) => entry);
    for (const { server, seeds } of present) {
      server.start();
      if (server.language.needsSeeds) await seeds.keep(chooseSeeds(files, server.language));
    }
    return present;
  }

  #entryOf(file: string): Entry | undefined {
    return this.#entries.get(languageOf(file)?.name ?? "");
  }
}

function noServerFor(file: string): string {
  const extension = extname(file);
  return `No language server for ${extension === "" ? "files without an extension" : `${extension} files`}.`;
}

function checkPosition(document: LiveDocument, { line, column }: Position): void {
  const lines = document.text().split("\n");
  const text = lines[line - 1];
  if (text === undefined) throw errors.rangeInvalid(`Line ${line} is past the end: there are ${lines.length} lines.`);
  if (column > text.length + 1) throw errors.rangeInvalid(`Column ${column} is past the end of line ${line}.`);
}
