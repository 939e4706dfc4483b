import { type Agent, type AgentInfo, cleanName, type HostCore } from "@tandem/host";
import { SERVER_NAME, TOOLBOX_VERSION } from "@tandem/protocol";

/** Who we say we are. */
export const serverInfo = { name: SERVER_NAME, title: "Tandem", version: TOOLBOX_VERSION };

/** The agent behind a stateless request, by what it says of itself; it need not say anything. */
export function recogniseAgent({ agents }: HostCore, info: Partial<AgentInfo> | undefined): Agent {
  const name = typeof info?.name === "string" ? cleanName(info.name) : "";
  const version = typeof info?.version === "string" ? cleanName(info.version) : "";
  return agents.recognise(`${name}/${version}`, { name, version });
}
