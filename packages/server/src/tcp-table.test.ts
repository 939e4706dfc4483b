import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { endianness } from "node:os";
import { describe, expect, it } from "vitest";
import { TcpTable } from "./tcp-table.js";

const sample = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:10E2 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 17033 1 0000000000000000 100 0 0 10 0
   1: 0100007F:9ED4 0100007F:10E2 01 00000000:00000000 00:00000000 00000000  1000        0 17040 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:10E2 0100007F:9ED4 01 00000000:00000000 00:00000000 00000000  1000        0 17041 1 0000000000000000 20 4 30 10 -1
   3: 0100007F:9ED5 0100007F:10E2 05 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 20 4 30 10 -1
   4: 0000000000000000FFFF00000100007F:9ED6 0000000000000000FFFF00000100007F:10E2 01 00000000:00000000 00:00000000 00000000 65534        0 17050 1 0
   5: 00000000000000000000000001000000:9ED7 00000000000000000000000001000000:10E2 01 00000000:00000000 00:00000000 00000000    33        0 17051 1 0
`;

describe.skipIf(endianness() === "BE")("the table of connections", () => {
  const table = new TcpTable(sample);
  const own = { address: "127.0.0.1", port: 4322 };
  const row = (port: number, address = "127.0.0.1") => table.row({ address, port }, { ...own, address });

  it("tells the user of an end", () => {
    expect(row(0x9ed4)).toEqual({ established: true, uid: 1000, held: true });
    expect(row(0x9ed7, "::1")).toMatchObject({ uid: 33 });
  });

  it("knows an IPv4 address among the IPv6 ones", () => {
    expect(row(0x9ed6)).toMatchObject({ uid: 65534 });
    expect(row(0x9ed6, "::ffff:127.0.0.1")).toMatchObject({ uid: 65534 });
  });

  it("tells an end that its program has closed", () => {
    expect(row(0x9ed5)).toEqual({ established: false, uid: 0, held: false });
  });

  it("keeps addresses and directions apart", () => {
    expect(row(0x9ed4, "127.0.0.2")).toBeUndefined();
    expect(row(0x9ed4, "::1")).toBeUndefined();
    expect(table.row(own, { address: "127.0.0.1", port: 0x9ed5 })).toBeUndefined();
  });

  it("shows who listens", () => {
    expect(table.listens(own)).toBe(true);
    expect(table.listens({ ...own, port: 4323 })).toBe(false);
    expect(table.listens({ ...own, address: "::1" })).toBe(false);
  });
});

it.skipIf(process.platform !== "linux").each(["127.0.0.1", "::1"])(
  "a real connection over %s is in it",
  async (host) => {
    const server = createServer().listen(0, host);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, host);
    await once(socket, "connect");
    const table = await TcpTable.read();
    const peer = { address: host, port: socket.localPort as number };
    expect(table?.row(peer, { address: host, port })).toEqual({
      established: true,
      uid: process.getuid?.(),
      held: true,
    });
    expect(table?.listens({ address: host, port })).toBe(true);
    socket.destroy();
    server.close();
    await once(server, "close");
  },
);
