/**
 * Whose program is at the other end of a connection. It is looked up once per connection, and one read of the kernel's
 * table serves all connections that wait for it. Only Linux tells.
 */
import type { Socket } from "node:net";
import { type End, TcpTable } from "./tcp-table.js";

/** `gone`: the other end was closed, so nobody waits for an answer; `unknown`: the kernel does not tell. */
export type PeerUser = "same" | "other" | "gone" | "unknown";

type Connection = Pick<Socket, "remoteAddress" | "remotePort" | "localAddress" | "localPort">;

interface Waiting {
  readonly peer: End;
  readonly own: End;
  readonly tell: (user: PeerUser) => void;
  again: boolean;
}

/** A connection may be younger than what is read of the table. */
const LOOK_AGAIN_MS = 5;

export class PeerUsers {
  readonly #users = new WeakMap<Connection, PeerUser | Promise<PeerUser>>();
  readonly #readTable: () => Promise<TcpTable | undefined>;
  readonly #allowed: ReadonlySet<number>;
  #waiting: Waiting[] = [];
  #reading = false;

  /** `ownUid` is undefined on systems without users of that kind. */
  constructor(readTable = TcpTable.read, ownUid = process.getuid?.()) {
    this.#readTable = readTable;
    this.#allowed = new Set(ownUid === undefined ? [] : [0, ownUid]);
  }

  /** The answer if it is known by now. The first question for a connection begins the search. */
  of(connection: Connection): PeerUser | Promise<PeerUser> {
    const known = this.#users.get(connection);
    if (known !== undefined) return known;
    const found = this.#find(connection).then((user) => {
      this.#users.set(connection, user);
      return user;
    });
    this.#users.set(connection, found);
    return found;
  }

  #find({ remoteAddress, remotePort, localAddress, localPort }: Connection): Promise<PeerUser> {
    if (!remoteAddress || !remotePort || !localAddress || !localPort) return Promise.resolve("gone");
    const peer = { address: remoteAddress, port: remotePort };
    const own = { address: localAddress, port: localPort };
    return new Promise((tell) => this.#wait({ peer, own, tell, again: false }));
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (!this.#reading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#reading = true;
    while (this.#waiting.length > 0) {
      const served = this.#waiting;
      this.#waiting = [];
      const table = await this.#readTable().catch(() => undefined);
      for (const waiting of served) this.#settle(waiting, table);
    }
    this.#reading = false;
  }

  #settle(waiting: Waiting, table: TcpTable | undefined): void {
    const user = table ? userOf(waiting, table, this.#allowed) : "unknown";
    if (!table || waiting.again || user === "same" || user === "other") return waiting.tell(user);
    waiting.again = true;
    setTimeout(() => this.#wait(waiting), LOOK_AGAIN_MS);
  }
}

/** A table that shows our listener and not our end of the connection says that the connection has ended. */
function userOf({ peer, own }: Waiting, table: TcpTable, allowed: ReadonlySet<number>): PeerUser {
  const theirs = table.row(peer, own);
  if (theirs) return !theirs.held ? "gone" : allowed.has(theirs.uid) ? "same" : "other";
  return !table.row(own, peer)?.established && table.listens(own) ? "gone" : "unknown";
}
