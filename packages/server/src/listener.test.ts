import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import type { Refusal } from "./gate.js";
import { limits } from "./limits.js";
import { type Listener, openListener } from "./listener.js";

const NOBODY = 65_534;
let listener: Listener;

afterEach(() => listener.close());

/** What a program of that user is answered; the status alone. */
async function statusFor(uid: number | undefined, port: number): Promise<string> {
  const program = `fetch("http://127.0.0.1:${port}/").then(({ status }) => process.stdout.write(String(status)))`;
  const child = spawn(process.execPath, ["-e", program], { cwd: "/", ...(uid !== undefined && { uid, gid: uid }) });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  await once(child, "close");
  return output;
}

it.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
  "a program of another user is refused, one of the same user is served",
  async () => {
    const refused: Refusal[] = [];
    let served = 0;
    listener = await openListener({
      port: 0,
      limits,
      gate: { routes: [{ path: "/", methods: ["GET"] }], tokenRequired: false },
      handler: (_request, response) => {
        served++;
        response.end();
      },
      onRefused: (refusal) => refused.push(refusal),
    });
    expect(await statusFor(NOBODY, listener.port)).toBe("403");
    expect(refused).toMatchObject([{ reason: "Only programs of the same user may connect." }]);
    expect(served).toBe(0);
    expect(await statusFor(undefined, listener.port)).toBe("200");
    expect(served).toBe(1);
  },
);

it("any port is one that the system gives to nobody by itself", async () => {
  listener = await openListener({
    port: 0,
    limits,
    gate: { routes: [], tokenRequired: false },
    handler: (_request, response) => response.end(),
  });
  expect(listener.port).toBeGreaterThan(1024);
  expect(listener.port).toBeLessThan(32_768);
});
