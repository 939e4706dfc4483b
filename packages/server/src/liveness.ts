/** Whether the window that a file names is still there. */
import { connect } from "node:net";

/** True in doubt. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

const PROBE_MS = 500;

/** Whether something listens on a port of this machine; in doubt it is not known. */
export function isAnswering(port: number): Promise<"yes" | "no" | "unknown"> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: PROBE_MS });
    const end = (answer: "yes" | "no" | "unknown") => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end("yes"));
    socket.once("timeout", () => end("unknown"));
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code === "ECONNREFUSED" ? "no" : "unknown"));
  });
}
