/** Whether a window still runs: its process is a hint, its port the truth. */
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
