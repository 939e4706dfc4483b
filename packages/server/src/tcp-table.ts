/** The kernel's table of TCP connections, as Linux shows it: who holds which end of a connection on this machine. */
import { readFile } from "node:fs/promises";
import { endianness } from "node:os";

/** A loopback address as Node writes it, and a port. */
export interface End {
  readonly address: string;
  readonly port: number;
}

export interface TcpRow {
  readonly established: boolean;
  readonly uid: number;
  /** False: the program that had it has closed it, and the kernel no longer says whose it was. */
  readonly held: boolean;
}

export class TcpTable {
  readonly #rows = new Map<string, TcpRow>();

  /** Takes the files' texts, one after the other. */
  constructor(text: string) {
    for (const [, local, remote, state, uid, inode] of text.matchAll(ROW)) {
      const row = { established: state === ESTABLISHED, uid: Number(uid), held: inode !== "0" };
      this.#rows.set(`${local} ${remote}`, row);
    }
  }

  /** Undefined where the kernel shows no such table. */
  static async read(): Promise<TcpTable | undefined> {
    const files = ["/proc/net/tcp", "/proc/net/tcp6"].map((path) => readFile(path, "latin1").catch(() => ""));
    const text = (await Promise.all(files)).join("");
    return text === "" ? undefined : new TcpTable(text);
  }

  /** The row of the end `local` of a connection to `remote`. */
  row(local: End, remote: End): TcpRow | undefined {
    const remotes = spellings(remote);
    const rows = spellings(local).map((spelled, i) => this.#rows.get(`${spelled} ${remotes[i]}`));
    return rows.find((row) => row !== undefined);
  }

  /** True if some program is shown to listen there: then the table also shows the connections of that port. */
  listens(local: End): boolean {
    return this.row(local, { address: local.address.includes(".") ? "0.0.0.0" : "::", port: 0 }) !== undefined;
  }
}

/** Number, both ends, state, queues, timer, retransmits, uid, timeout, inode. */
const ROW = /^ *\d+: (\S+) (\S+) (\S+) \S+ \S+ \S+ +(\d+) +\d+ +(\d+)/gm;
const ESTABLISHED = "01";

/** How the table may spell an end: an IPv4 address also stands among the others, where a program treats both alike. */
function spellings({ address, port }: End): readonly string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const v4 = /(?:^|:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  if (!v4) return [words([0, 0, 0, address === "::" ? 0 : 1]) + end];
  const word = v4.reduce((sum, byte) => sum * 256 + byte, 0);
  return [words([word]) + end, words([0, 0, 0xffff, word]) + end];
}

/** The kernel prints 32 bits at a time, in the order of its processor. */
function words(values: readonly number[]): string {
  return values
    .map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      if (endianness() === "LE") bytes.reverse();
      return bytes.toString("hex").toUpperCase();
    })
    .join("");
}
