/** How long an agent looks for its editor when two hundred windows run, all of which would do. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { discoverIdes } from "@tandem/agent";
import { lockFileName, nexus3LockFolder } from "@tandem/protocol";
import type { Measure } from "../measure.js";
import { interleaved, timed } from "../statistics.js";

const WINDOWS = 200;

export const discovery: Measure = {
  name: "discovery",
  async run({ rounds, fixtures }) {
    const cwd = await fixtures.folder();
    const home = join(homedir(), "many-windows");
    const servers = await Promise.all(Array.from({ length: WINDOWS }, listening));
    try {
      await writeLocks(home, cwd, servers);
      const look = async () => {
        const found = await discoverIdes(cwd, { environment: { HOME: home } });
        if (found.length !== WINDOWS) throw new Error(`${found.length} of ${WINDOWS} windows were found.`);
      };
      const { ours } = await interleaved(rounds, { ours: () => timed(look) });
      return [
        {
          measure: `discovery among ${WINDOWS} live locks`,
          unit: "ms",
          ours,
          goal: { by: "value", better: "lower", must: 60, aim: 25 },
        },
      ];
    } finally {
      for (const server of servers) server.close();
      await rm(home, { recursive: true, force: true });
    }
  },
};

function listening(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
  });
}

async function writeLocks(home: string, folder: string, servers: readonly Server[]): Promise<void> {
  const locks = nexus3LockFolder(home);
  await mkdir(locks, { recursive: true, mode: 0o700 });
  for (const server of servers) {
    const { port } = server.address() as AddressInfo;
    const lock = {
      pid: process.pid,
      workspaceFolders: [folder],
      ideName: "W",
      transport: "ws",
      authToken: "t".repeat(32),
    };
    await writeFile(join(locks, lockFileName(port)), JSON.stringify(lock), { mode: 0o600 });
  }
}
