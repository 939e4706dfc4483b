/** A window on one of the two hosts, found as agents find it: by the files in the home folder. */
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostCore, EventHub, type Mode, systemClock } from "@tandem/host";
import { MemoryHost } from "@tandem/host/testing";
import type { Diagnostic } from "@tandem/protocol";
import { type BridgeOptions, startBridge } from "@tandem/server";
import { Page } from "../../soak/page.js";
import { git, put } from "../helpers/hosts.js";
import { RawAgent } from "../helpers/raw-agent.js";
import type { HostKind } from "../requirement.js";
import type { Door } from "./clients/nexus3-client.js";
import { type DialectDeveloper, memoryDeveloper, pageDeveloper } from "./dialect-developer.js";
import { type Home, openHome } from "./home.js";

export interface WindowSetup {
  /** Relative path → text or bytes. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Review if left out. */
  readonly mode?: Mode;
  /** What the memory host's language server finds. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly limits?: BridgeOptions["limits"];
  /** Hears what the memory host's bridge complains of, which fails the test if left out. */
  readonly onError?: (error: unknown) => void;
  /** The home it is put into; one of its own if left out. */
  readonly home?: Home;
}

/** What a host gives besides its doors. */
export interface HostSide {
  readonly root: string;
  readonly developer: DialectDeveloper;
  /** The bytes that are saved. */
  onDisk(relative: string): Promise<Buffer>;
  /** The MCP door's port. */
  readonly mcpPort: number;
  close(): Promise<void>;
}

export interface DialectWindow extends Omit<HostSide, "mcpPort"> {
  readonly kind: HostKind;
  readonly home: Home;
  /** By the nexus3 lock file; the claude dialect is served by the same. */
  readonly door: Door;
  clioPort(): Promise<number>;
  path(relative: string): string;
  /** The live text. */
  live(relative: string): Promise<string>;
}

export async function openWindow(kind: HostKind, setup: WindowSetup): Promise<DialectWindow> {
  const home = setup.home ?? (await openHome());
  const before = new Set((await home.locks("nexus3")).keys());
  const host = kind === "memory" ? await openMemory(setup) : await openWorkbench(setup);
  const closeHome = setup.home ? async () => {} : home.close;
  const close = async () => {
    await host.close();
    await closeHome();
  };
  const [found] = [...(await home.locks("nexus3"))].filter(([port]) => !before.has(port));
  if (!found) {
    await close();
    throw new Error("The window has left no lock file.");
  }
  const [port, { authToken }] = found;
  return {
    ...host,
    kind,
    home,
    door: { port, token: String(authToken) },
    clioPort: async () => Number((await home.bridgeFile())?.["port"]),
    path: (relative) => join(host.root, relative),
    live: async (relative) => {
      const agent = await RawAgent.connect(host.mcpPort);
      const answer = await agent.call("ide.editor.getContent", { file: join(host.root, relative) });
      await agent.disconnect();
      return (answer["result"] as { structuredContent: { content: string } }).structuredContent.content;
    },
    close,
  };
}

const MEMORY_ROOT = "/project";

async function openMemory({ files = {}, mode = "review", diagnostics = [], ...setup }: WindowSetup): Promise<HostSide> {
  const { limits } = setup;
  const texts = Object.entries(files).map(([path, text]) => [path, Buffer.from(text).toString("utf8")] as const);
  const host = new MemoryHost({ root: MEMORY_ROOT, files: Object.fromEntries(texts), diagnostics });
  const hub = new EventHub(systemClock, fail);
  const core = createHostCore(host, { mode: () => mode, canDecide: () => true, hub });
  const bridge = await startBridge(core, { port: 0, onError: setup.onError ?? fail, ...(limits && { limits }) });
  return {
    root: MEMORY_ROOT,
    developer: memoryDeveloper(core, host),
    onDisk: async (relative) => Buffer.from(host.savedText(relative) ?? ""),
    mcpPort: Number(new URL(bridge.window.urls.mcp).port),
    close: async () => {
      await bridge.close();
      core.close();
      hub.close();
    },
  };
}

async function openWorkbench({ files = {}, mode = "review", limits }: WindowSetup): Promise<HostSide> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-folder-")));
  for (const [path, content] of Object.entries(files)) await put(join(root, path), content);
  await git(root, "init", "--quiet");
  const { settingsSchema, startWorkbench } = await import("@tandem/workbench");
  const workbench = await startWorkbench({
    folder: root,
    settings: settingsSchema.parse({ languageServers: { typescript: [], python: [] } }),
    mode,
    bridge: { port: 0, ...(limits && { limits }) },
    log: () => {},
  });
  const page = await Page.connect(workbench.link as string);
  return {
    root,
    developer: pageDeveloper(page),
    onDisk: (relative) => readFile(join(root, relative)),
    mcpPort: Number(new URL(workbench.bridge.window.urls.mcp).port),
    close: async () => {
      page.close();
      await page.closed;
      await workbench.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

function fail(error: unknown): never {
  throw error;
}
