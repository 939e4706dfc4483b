/** One connected page: answers its requests, and keeps the documents that it has asked for up to date. */
import { errors, IdeError } from "@tandem/protocol";
import type { PageConnection } from "@tandem/server";
import { type RequestName, requests, type ToPage, toBackendSchema } from "@tandem/workbench-shared";
import * as z from "zod";
import type { Document } from "../document.js";
import type { MadeOn } from "../page-updates.js";
import type { DocumentUpdate } from "../update-history.js";
import type { AskingPage, RequestHandlers } from "./handlers.js";

export class PageSession implements AskingPage {
  readonly #connection: PageConnection;
  readonly #handlers: RequestHandlers;
  readonly #log: (message: string) => void;
  readonly #beforeText: () => void;
  /** Files whose updates the page is told. */
  readonly #followed = new Set<string>();

  /** `beforeText` is called before the page is told a whole text, or what it has missed of one. */
  constructor(
    connection: PageConnection,
    handlers: RequestHandlers,
    log: (message: string) => void,
    beforeText: () => void,
  ) {
    this.#connection = connection;
    this.#handlers = handlers;
    this.#log = log;
    this.#beforeText = beforeText;
    connection.onMessage((message) => void this.#serve(message));
  }

  tell(message: ToPage): void {
    this.#connection.send(message);
  }

  /** A message that is JSON already. */
  send(text: string): void {
    this.#connection.send(text);
  }

  follow(document: Document, has?: MadeOn): void {
    this.#followed.add(document.path.path);
    this.#beforeText();
    const updates = has?.edition === document.edition ? document.updatesSince(has.version) : undefined;
    if (!has || !updates) return this.#tellDocument(document);
    this.#tellUpdates(document, has.version, updates);
    this.stored(document);
  }

  changed(document: Document, updates: readonly DocumentUpdate[]): void {
    if (!this.#followed.has(document.path.path)) return;
    this.#tellUpdates(document, document.version - updates.length, updates);
  }

  stored({ path, storedVersion }: Document): void {
    if (this.#followed.has(path.path)) this.tell({ type: "stored", file: path.path, version: storedVersion });
  }

  closed(file: string): void {
    this.#followed.delete(file);
    this.tell({ type: "closed", file });
  }

  end(): void {
    this.#connection.close();
  }

  #tellDocument({ path, edition, version, text, taken }: Document): void {
    this.tell({ type: "document", file: path.path, edition, version, text: text.toString(), taken });
  }

  #tellUpdates({ path }: Document, version: number, updates: readonly DocumentUpdate[]): void {
    const written = updates.map(({ clientID, changes }) => ({ clientID, changes: changes.toJSON() as unknown }));
    this.tell({ type: "updates", file: path.path, version, updates: written });
  }

  async #serve(message: unknown): Promise<void> {
    const id = idOf(message);
    // What has no id cannot be answered; a page of ours does not send it.
    if (id === undefined) return this.end();
    try {
      this.tell({ type: "reply", id, result: (await this.#answer(message)) ?? {} });
    } catch (thrown) {
      const error = IdeError.from(thrown);
      if (error.code === "INTERNAL") this.#log(`A page's request failed: ${error.message}`);
      this.tell({ type: "failure", id, error: error.toWire() });
    }
  }

  async #answer(message: unknown): Promise<unknown> {
    const { name, params } = checked(toBackendSchema, message, "The request");
    if (name === "hello") throw errors.invalidInput("hello was said already.");
    const handler = this.#handlers[name] as (params: unknown, page: AskingPage) => unknown;
    return handler(checked<unknown>(requests[name as RequestName], params, name), this);
  }
}

function idOf(message: unknown): number | undefined {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? id : undefined;
}

function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw errors.invalidInput(`${what} does not fit: ${z.prettifyError(parsed.error)}`);
}
