/** One WebSocket of a page that has proven itself. */
import { closeCodes, MessageSocket } from "../message-socket.js";

export interface PageConnection {
  /** A string is sent as it is, anything else as JSON. After the end it does nothing. */
  send(message: string | object): void;
  /** Parsed messages, in order. There is one listener: the last one given. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, at once if it has ended already. */
  onClose(listener: () => void): void;
  close(): void;
}

/** A page speaks JSON, or it is none. */
export class PageSocket extends MessageSocket implements PageConnection {
  override onMessage(listener: (message: unknown) => void): void {
    super.onMessage((message) => {
      if (message === undefined) this.close(closeCodes.unsupported);
      else listener(message);
    });
  }
}
