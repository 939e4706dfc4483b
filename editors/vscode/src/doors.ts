/** The window's doors to agents: opened, stopped, opened again. One thing after the other. */
import { type Event, EventEmitter } from "vscode";
import { openWindow, type TandemWindow, type WindowOptions } from "./tandem-window.js";

export class Doors {
  readonly #options: Omit<WindowOptions, "onLetGo">;
  readonly #changed = new EventEmitter<void>();
  /** They were opened or closed. */
  readonly onDidChange: Event<void> = this.#changed.event;
  #window: TandemWindow | undefined;
  /** The developer wants them closed. */
  #stopped = false;
  /** Never rejects. */
  #working: Promise<void> = Promise.resolve();

  constructor(options: Omit<WindowOptions, "onLetGo">) {
    this.#options = options;
  }

  /** Undefined while they are closed. */
  get window(): TandemWindow | undefined {
    return this.#window;
  }

  open(): Promise<void> {
    this.#stopped = false;
    return this.#queue(async () => {
      this.#window ??= await openWindow({ ...this.#options, onLetGo: () => void this.reopen() });
    });
  }

  /** On the folders that there are now, unless they were stopped. */
  async reopen(): Promise<void> {
    if (this.#stopped) return;
    void this.close();
    await this.open();
  }

  /** Ends every connection. What waits for the developer is kept. */
  close(): Promise<void> {
    return this.#end((window) => window.close());
  }

  /** The same for a while, in a window that stays: what waits is out of sight until they are opened again. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.#end((window) => window.putAway());
  }

  #end(end: (window: TandemWindow) => Promise<void>): Promise<void> {
    return this.#queue(async () => {
      const window = this.#window;
      this.#window = undefined;
      if (window) await end(window);
    });
  }

  #queue(work: () => Promise<void>): Promise<void> {
    const done = this.#working.then(work);
    this.#working = done
      .catch((error: unknown) => this.#options.log(`The doors: ${error}`))
      .then(() => this.#changed.fire());
    return this.#working;
  }
}
