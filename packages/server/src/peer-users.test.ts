import { describe, expect, it } from "vitest";
import { PeerUsers } from "./peer-users.js";
import { TcpTable } from "./tcp-table.js";

const LISTENER = "0: 0100007F:10E2 00000000:0000 0A 0:0 0:0 0 7 0 1 x";
const peerRow = (uid: number, inode = 9) => `1: 0100007F:9ED4 0100007F:10E2 01 0:0 0:0 0 ${uid} 0 ${inode} x`;
const OWN_ROW = "2: 0100007F:10E2 0100007F:9ED4 01 0:0 0:0 0 7 0 3 x";

function connection(remotePort = 0x9ed4) {
  return { remoteAddress: "127.0.0.1", remotePort, localAddress: "127.0.0.1", localPort: 4322 };
}

/** Tables in the order in which they are read; the last one again and again. */
function users(...tables: readonly (readonly string[] | undefined)[]) {
  const reads = { count: 0 };
  const found = new PeerUsers(async () => {
    const rows = tables[Math.min(reads.count++, tables.length - 1)];
    return rows && new TcpTable(`${rows.map((row) => `  ${row}`).join("\n")}\n`);
  }, 7);
  return { reads, of: (socket: ReturnType<typeof connection>) => found.of(socket) };
}

describe("whose program is at the other end", () => {
  it.each([
    ["same", "of this user", [LISTENER, peerRow(7), OWN_ROW]],
    ["same", "of root", [LISTENER, peerRow(0), OWN_ROW]],
    ["other", "of somebody else", [LISTENER, peerRow(8), OWN_ROW]],
    ["gone", "nobody's any more, whatever its row says", [LISTENER, peerRow(0, 0), OWN_ROW]],
    ["gone", "away with the whole connection", [LISTENER]],
    ["unknown", "not shown though the connection is", [LISTENER, OWN_ROW]],
    [
      "unknown",
      "not shown by a table that shows nothing of ours",
      ["5: 0100007F:0001 00000000:0000 0A 0:0 0:0 0 7 0 1 x"],
    ],
    ["unknown", "not shown for there is no table", undefined],
  ] as const)("is %s if it is %s", async (expected, _, rows) => {
    expect(await users(rows).of(connection())).toBe(expected);
  });

  it("is looked for once more if it is not there at first", async () => {
    const { of, reads } = users([LISTENER], [LISTENER, peerRow(8), OWN_ROW]);
    expect(await of(connection())).toBe("other");
    expect(reads.count).toBe(2);
  });

  it("is known at once from then on", async () => {
    const { of, reads } = users([LISTENER, peerRow(7), OWN_ROW]);
    const socket = connection();
    await of(socket);
    expect(of(socket)).toBe("same");
    expect(reads.count).toBe(1);
  });

  it("is told to all who wait by the same read", async () => {
    const { of, reads } = users([LISTENER, peerRow(7), OWN_ROW]);
    const first = of(connection());
    const others = Array.from({ length: 100 }, () => of(connection()));
    expect(new Set(await Promise.all([first, ...others]))).toEqual(new Set(["same"]));
    expect(reads.count).toBe(2);
  });
});
