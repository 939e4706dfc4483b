/** Sends what is typed to the backend, one push per document at a time, until all of it is confirmed. */
import { getSyncedVersion, sendableUpdates, type Update } from "@codemirror/collab";
import type { RequestName, RequestParams, RequestResult } from "@tandem/workbench-shared";
import { isConnectionLost, RequestFailure } from "../channel.js";
import type { Buffers } from "./buffers.js";
import { insertedUnits, SENDABLE_UNITS } from "./size.js";

type Request = <N extends RequestName>(name: N, params: RequestParams<N>) => Promise<RequestResult<N>>;

const MOST_UPDATES = 1000;
/** A push that was taken and whose updates do not come is asked after. */
const CONFIRMED_WITHIN_MS = 2000;

export class Sync {
  readonly #buffers: Buffers;
  readonly #request: Request;
  readonly #report: (error: unknown) => void;
  #gone: (file: string) => void = () => {};
  /** Documents with a push under way → the version that confirms it. */
  readonly #pushing = new Map<string, number>();
  /** Documents that the backend cannot have any more, though something typed is left of them here. */
  readonly #lost = new Set<string>();
  #waiters: { readonly file: string; readonly resolve: () => void }[] = [];

  constructor(buffers: Buffers, request: Request, report: (error: unknown) => void) {
    this.#buffers = buffers;
    this.#request = request;
    this.#report = report;
  }

  /** Says what to do about a document that the backend cannot have any more. */
  onGone(gone: (file: string) => void): void {
    this.#gone = gone;
  }

  /** Something typed is not confirmed yet. */
  get hasUnsent(): boolean {
    return this.#buffers.files.some((file) => this.isUnsent(file));
  }

  isUnsent(file: string): boolean {
    const state = this.#buffers.state(file);
    return state !== undefined && this.#buffers.isLive(file) && sendableUpdates(state).length > 0;
  }

  /** What is typed in it is nowhere but here, and cannot be sent. */
  isLost(file: string): boolean {
    return this.#lost.has(file) && this.isUnsent(file);
  }

  /** Called whenever there may be something to send; does nothing while a push is under way. */
  push(file: string): void {
    const state = this.#buffers.state(file);
    const place = this.#buffers.place(file);
    if (!state || !place || this.#pushing.has(file)) return;
    const unsent = oneMessage(sendableUpdates(state));
    if (unsent.length === 0) return;
    const updates = unsent.map(({ clientID, changes }) => ({ clientID, changes: changes.toJSON() as unknown }));
    const confirming = place.version + updates.length;
    this.#pushing.set(file, confirming);
    this.#request("pushUpdates", { file, ...place, updates }).then(
      () => setTimeout(() => this.#askAfter(file, confirming), CONFIRMED_WITHIN_MS),
      (error: unknown) => this.#failed(file, error),
    );
  }

  #askAfter(file: string, confirming: number): void {
    if (this.#pushing.get(file) === confirming) this.follow(file);
  }

  #failed(file: string, error: unknown): void {
    this.#pushing.delete(file);
    if (error instanceof RequestFailure && error.code === "STALE") this.follow(file);
    else if (!isConnectionLost(error)) this.#report(error);
  }

  /** Updates or a whole text have come. */
  arrived(file: string): void {
    const state = this.#buffers.state(file);
    const confirming = this.#pushing.get(file);
    if (!state || confirming === undefined || getSyncedVersion(state) >= confirming) this.#pushing.delete(file);
    this.#lost.delete(file);
    if (!state || sendableUpdates(state).length === 0) this.#release(file);
    this.push(file);
  }

  /** Nobody waits for it any more. */
  #release(file: string): void {
    const done = this.#waiters.filter((waiter) => waiter.file === file);
    this.#waiters = this.#waiters.filter((waiter) => waiter.file !== file);
    for (const { resolve } of done) resolve();
  }

  /** Asks for what this page has missed; what it has typed is pushed afterwards. */
  follow(file: string): void {
    const place = this.#buffers.place(file);
    if (!place) return;
    this.#pushing.delete(file);
    this.#request("followDocument", { file, ...place }).then(
      () => this.push(file),
      (error: unknown) => {
        const code = error instanceof RequestFailure ? error.code : "";
        if (code === "FILE_NOT_OPEN" || code === "FILE_NOT_FOUND") this.#lose(file);
        else if (!isConnectionLost(error)) this.#report(error);
      },
    );
  }

  #lose(file: string): void {
    this.#lost.add(file);
    this.#release(file);
    this.#gone(file);
  }

  /** The backend has closed the document. Typed text that it does not have brings it back; else nothing is left of it. */
  closed(file: string): void {
    if (this.isUnsent(file)) return this.follow(file);
    this.#buffers.drop(file);
    this.arrived(file);
  }

  /** After a new connection. */
  followAll(): void {
    this.#pushing.clear();
    for (const file of this.#buffers.files) this.follow(file);
  }

  /** Resolves when the backend has everything that is typed now, or can have nothing any more. Never rejects; offline it waits. */
  settled(file: string): Promise<void> {
    if (!this.isUnsent(file) || this.isLost(file)) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ file, resolve }));
  }
}

/** The first of them, as many as fit; one alone always does. */
function oneMessage(updates: readonly Update[]): readonly Update[] {
  let units = 0;
  const tooMany = updates.findIndex(({ changes }, index) => {
    units += insertedUnits(changes);
    return index > 0 && (index === MOST_UPDATES || units > SENDABLE_UNITS);
  });
  return tooMany < 0 ? updates : updates.slice(0, tooMany);
}
