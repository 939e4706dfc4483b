/** Facts about the editor, from the capabilities to whoever asked for them. All events pass here. */
import { type EventName, events, type IdeEvent } from "@tandem/protocol";
import type { Clock } from "../clock.js";
import { RateLimit } from "./rate-limit.js";

export type EventListener = (event: IdeEvent) => void;

export interface EventFilter {
  /** All, if left out. */
  readonly names?: ReadonlySet<EventName>;
  /** All, if left out; called with the event's file. Events without a file pass. */
  readonly file?: (path: string) => boolean;
}

export class EventHub {
  readonly #subscribers = new Set<{ filter: EventFilter; listener: EventListener }>();
  readonly #limits: ReadonlyMap<EventName, RateLimit<IdeEvent>>;
  readonly #onError: (error: unknown) => void;

  /** `onError` hears of listeners that throw; the others are told all the same. */
  constructor(clock: Clock, onError: (error: unknown) => void) {
    this.#onError = onError;
    this.#limits = new Map(
      Object.entries(events)
        .filter(([, { intervalMs }]) => intervalMs > 0)
        .map(([name, { intervalMs }]) => [
          name as EventName,
          new RateLimit<IdeEvent>(intervalMs, clock, (event) => this.#deliver(event)),
        ]),
    );
  }

  publish(event: IdeEvent): void {
    const limit = this.#limits.get(event.name);
    if (limit) limit.offer(fileOf(event) ?? "", event);
    else this.#deliver(event);
  }

  /** Returns the undo. */
  subscribe(filter: EventFilter, listener: EventListener): () => void {
    const subscriber = { filter, listener };
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** Drops what waits for its turn; nothing is delivered afterwards. */
  close(): void {
    this.#subscribers.clear();
    for (const limit of this.#limits.values()) limit.close();
  }

  #deliver(event: IdeEvent): void {
    const file = fileOf(event);
    for (const { filter, listener } of [...this.#subscribers]) {
      if (filter.names && !filter.names.has(event.name)) continue;
      if (file !== undefined && filter.file && !filter.file(file)) continue;
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

function fileOf(event: IdeEvent): string | undefined {
  return "file" in event.payload ? event.payload.file : undefined;
}
