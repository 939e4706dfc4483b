/** What is asked for at every call and seldom changes: it is looked up again only when one of its events has come. */
import { Disposable, type Event } from "vscode";

export class Remembered<T> {
  readonly #look: () => T;
  readonly #subscription: Disposable;
  #found: { readonly value: T } | undefined;

  constructor(look: () => T, events: readonly Event<unknown>[]) {
    this.#look = look;
    const forget = () => {
      this.#found = undefined;
    };
    this.#subscription = Disposable.from(...events.map((event) => event(forget)));
  }

  get now(): T {
    this.#found ??= { value: this.#look() };
    return this.#found.value;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
