/** What is said at `initialize`, and what is answered. */
import type { AgentInfo } from "@tandem/host";
import { nexus3 } from "@tandem/protocol";
import type { Dialect } from "../dialects/dialect.js";

/** Versions that are answered with themselves; any other is answered with the first. */
const versions: readonly string[] = [nexus3.PROTOCOL_VERSION, "2025-03-26", "2025-06-18", "2025-11-25"];

export interface Introduction {
  readonly info: AgentInfo;
  /** The agent takes the developer's own edits of what it proposed. */
  readonly takesFinalText: boolean;
  readonly answer: object;
}

export function introduce(params: unknown, { serverInfo }: Dialect): Introduction {
  const { protocolVersion, capabilities, clientInfo } = fields(params);
  const { name, version } = fields(clientInfo);
  const announced = nexus3.tandemCapabilitySchema.safeParse(fields(fields(capabilities)["experimental"])["tandem"]);
  const takesFinalText = announced.data?.finalText ?? false;
  return {
    info: { name: textOf(name), version: textOf(version) },
    takesFinalText,
    answer: {
      protocolVersion: versions.find((known) => known === protocolVersion) ?? versions[0],
      capabilities: { tools: {}, ...(takesFinalText && { experimental: { tandem: { finalText: true } } }) },
      serverInfo,
    },
  };
}

/** Whatever it is: its fields, if it has any. */
function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
