/** A test body that proves a requirement of a dialect, run on every host that the requirement names. */
import { describe, it } from "vitest";
import { ClaudeClient } from "./clients/claude-client.js";
import { ClioClient } from "./clients/clio-client.js";
import { Nexus3Client, type Nexus3Options } from "./clients/nexus3-client.js";
import type { Waiting } from "./dialect-developer.js";
import { type DialectId, dialectRequirements } from "./dialect-requirements.js";
import { type DialectWindow, openWindow, type WindowSetup } from "./window.js";

export interface DialectScene extends DialectWindow {
  nexus3(options?: Nexus3Options): Promise<Nexus3Client>;
  claude(): Promise<ClaudeClient>;
  clio(): Promise<ClioClient>;
  /** The only diff that waits, once there is one. */
  theDiff(): Promise<Waiting>;
}

/** The name of a test that proves a requirement in its own way. */
export function cites(id: DialectId): string {
  const requirement = dialectRequirements.find((candidate) => candidate.id === id);
  if (!requirement) throw new Error(`There is no requirement ${id}.`);
  return `${id}: ${requirement.behaviour}`;
}

export function proves(id: DialectId, setup: WindowSetup, body: (scene: DialectScene) => Promise<void>): void {
  const requirement = dialectRequirements.find((candidate) => candidate.id === id);
  if (!requirement) throw new Error(`There is no requirement ${id}.`);
  describe(cites(id), () => {
    it.each(requirement.hosts)("%s host", async (kind) => {
      const window = await openWindow(kind, setup);
      const clients: { vanish(): Promise<void> }[] = [];
      const keep = <T extends { vanish(): Promise<void> }>(client: T) => {
        clients.push(client);
        return client;
      };
      try {
        await body({
          ...window,
          nexus3: async (options) => keep(await Nexus3Client.connect(window.door, options)),
          claude: async () => keep(await ClaudeClient.connect(window.door)),
          clio: async () => keep(await ClioClient.connect(await window.clioPort())),
          theDiff: async () => (await window.developer.waiting())[0] as Waiting,
        });
      } finally {
        await Promise.all(clients.map((client) => client.vanish()));
        await window.close();
      }
    });
  });
}
