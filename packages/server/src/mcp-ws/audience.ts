/** The agents of one dialect that hear of events: each event is put into words once for all of them. */
import type { EventHub } from "@tandem/host";
import type { Dialect } from "../dialects/dialect.js";
import type { MessageSocket } from "../message-socket.js";
import { notificationText } from "./messages.js";

export class Audience {
  readonly dialect: Dialect;
  readonly #hub: EventHub;
  readonly #sockets = new Set<MessageSocket>();
  #unsubscribe: (() => void) | undefined;

  constructor(dialect: Dialect, hub: EventHub) {
    this.dialect = dialect;
    this.#hub = hub;
  }

  add(socket: MessageSocket): void {
    this.#sockets.add(socket);
    this.#unsubscribe ??= this.#subscribe();
  }

  delete(socket: MessageSocket): void {
    this.#sockets.delete(socket);
  }

  close(): void {
    this.#unsubscribe?.();
  }

  #subscribe(): () => void {
    const { events: names, notificationOf } = this.dialect;
    return this.#hub.subscribe({ names }, (event) => {
      const notification = notificationOf(event);
      if (!notification) return;
      const text = notificationText(notification);
      for (const socket of this.#sockets) socket.send(text);
    });
  }
}
