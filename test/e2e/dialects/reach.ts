/** Who reaches a port: by which address, and with which headers. */
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { expect } from "vitest";
import { RawWebSocket, upgradeRequest } from "./frames/raw-websocket.js";

/** The status with which an upgrade is answered; "closed" if it is not. */
export async function upgradeStatus(
  port: number,
  headers: Readonly<Record<string, string>>,
  path = "/",
): Promise<number | "closed"> {
  const raw = await RawWebSocket.dial(port);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  raw.send(upgradeRequest(port, lines, { path }));
  const answer = await raw.handshake();
  raw.destroy();
  return answer === "closed" ? answer : answer.status;
}

/** Every address of this machine but the one loopback. */
export async function expectUnreachable(port: number): Promise<void> {
  const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = others.filter(({ internal }) => !internal).map(({ address }) => address);
  for (const host of ["127.0.0.2", ...outside]) {
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host, timeout: 2_000 });
      const settle = (value: boolean) => {
        socket.destroy();
        resolve(value);
      };
      socket.once("connect", () => settle(true));
      socket.once("error", () => settle(false));
      socket.once("timeout", () => settle(false));
    });
    expect(reached, host).toBe(false);
  }
}
