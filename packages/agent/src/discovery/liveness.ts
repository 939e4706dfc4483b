/** Whether a window still runs: its process is a hint, its port the truth. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";

/** Longest wait for a port that neither answers nor refuses, in milliseconds. */
const CONNECT_MS = 500;

/** Whether a process has this id. It may be another one than it was. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether nobody listens on a port of this machine. In doubt, somebody does. */
export function portRefuses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: CONNECT_MS });
    const settle = (refused: boolean) => {
      socket.destroy();
      resolve(refused);
    };
    socket.once("connect", () => settle(false));
    socket.once("timeout", () => settle(false));
    socket.once("error", (error: NodeJS.ErrnoException) => settle(error.code === "ECONNREFUSED"));
  });
}

/** A row of the kernel's tables whose state is LISTEN: local address and port, no remote port, state. */
const listener = /:([0-9A-F]{4}) [0-9A-F]+:0000 0A /g;

/**
 * The ports of this machine on which somebody listens, from the kernel's tables: one read tells what a connection to
 * each would, and no window is bothered. Undefined where there are no such tables.
 */
export function listeningPorts(): ReadonlySet<number> | undefined {
  try {
    const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map((path) => readFileSync(path, "latin1"));
    const ports = tables.flatMap((table) => [...table.matchAll(listener)].map(([, port]) => port ?? ""));
    return new Set(ports.map((port) => Number.parseInt(port, 16)));
  } catch {
    return undefined;
  }
}
