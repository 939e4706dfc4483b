/**
 * Our doors on an editor in memory in which the developer mentions a file whenever an agent says something. Prints where
 * it is.
 */
import { createHostCore, EventHub, type IdeHost, systemClock } from "@tandem/host";
import { MemoryHost } from "@tandem/host/testing";
import { startBridge } from "@tandem/server";

const file = process.argv[2] ?? "";
const hub = new EventHub(systemClock, (error) => {
  throw error;
});
const memory = new MemoryHost();
const { name, version, paths, texts, isPrivate, capabilities } = memory;
const editor = capabilities.editor;
if (!editor) throw new Error("The editor in memory can edit.");
const host: IdeHost = {
  name,
  version,
  paths,
  texts,
  isPrivate,
  capabilities: {
    ...capabilities,
    editor: { ...editor, showStatus: () => hub.publish({ name: "ide.event.mentioned", payload: { file } }) },
  },
};
const bridge = await startBridge(createHostCore(host, { hub, mode: () => "review" }), { port: 0 });
process.stdout.write(`${JSON.stringify(bridge.window)}\n`);
process.once("SIGTERM", () => void bridge.close().then(() => process.exit(0)));
