import { createServer } from "node:net";
import { afterEach, expect, it } from "vitest";
import { silentPorts } from "../testing/silent-ports.js";
import { isAlive, listeningPorts, portRefuses } from "./liveness.js";

const server = createServer((socket) => socket.destroy());

afterEach(() => void server.close());

it("a port is listened on, or refuses", async () => {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  expect(await portRefuses(port)).toBe(false);
  if (process.platform === "linux") expect(listeningPorts()?.has(port)).toBe(true);
  const [silent = 0] = await silentPorts(1);
  expect(await portRefuses(silent)).toBe(true);
  if (process.platform === "linux") expect(listeningPorts()?.has(silent)).toBe(false);
});

it("a process lives, or does not", () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(2 ** 30)).toBe(false);
});
