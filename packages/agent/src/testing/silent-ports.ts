import { listeningPorts, portRefuses } from "../discovery/liveness.js";

/** Below those that systems give to whoever asks for any port: nobody takes them while a test runs. */
const FIRST = 10_000;
const LAST = 30_000;

/** Ports on which nobody listens. */
export async function silentPorts(count: number): Promise<number[]> {
  const listening = listeningPorts();
  const silent: number[] = [];
  for (let port = FIRST; port < LAST && silent.length < count; port++) {
    if (listening ? !listening.has(port) : await portRefuses(port)) silent.push(port);
  }
  return silent;
}
