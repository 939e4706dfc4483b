/** The editors that scenarios run on: one in memory, and the real workbench on a real folder with a git repository. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Capabilities, createHostCore, EventHub, type HostCore, type Mode, systemClock } from "@tandem/host";
import { MemoryHost } from "@tandem/host/testing";
import { type Diagnostic, HOME_VARIABLE, type SymbolEntry } from "@tandem/protocol";
import { type Bridge, type BridgeOptions, startBridge } from "@tandem/server";
import type { HostKind } from "../requirement.js";

export interface HostSetup {
  /** Relative path → text or bytes. In the workbench's folder they are committed to git. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** What the memory host's language server finds. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly symbols?: readonly SymbolEntry[];
  /** Capabilities that the memory host lacks. */
  readonly without?: readonly (keyof Capabilities)[];
  /** Trust if left out. In the memory host there is a developer to decide, the test; in the workbench nobody. */
  readonly mode?: Mode;
  /** Of the memory host's bridge. */
  readonly bridge?: BridgeOptions;
  /** Of the workbench: language → command. Left out: no language servers. "real": those that come with it. */
  readonly languageServers?: "real" | Readonly<Record<string, readonly string[]>>;
  /** The workbench's exclude patterns. */
  readonly exclude?: readonly string[];
  /** False: the workbench's folder is not a git repository. */
  readonly git?: boolean;
}

export interface OpenedHost {
  /** Real absolute path of the folder. */
  readonly root: string;
  /** Undefined where the host keeps it to itself. */
  readonly core: HostCore | undefined;
  /** The HTTP doors; opened at the first call if the host has not done so itself. */
  bridge(): Promise<Bridge>;
  /** The bytes that are saved. */
  onDisk(relative: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** The memory host's folder. */
export const MEMORY_ROOT = "/project";

/** With a home of its own, so that no window file of a test is found by anything else. */
export async function openHost(kind: HostKind, setup: HostSetup): Promise<OpenedHost> {
  const home = await mkdtemp(join(tmpdir(), "tandem-home-"));
  const removeHome = () => rm(home, { recursive: true, force: true });
  process.env[HOME_VARIABLE] = process.env["HOME"] = home;
  try {
    const host = kind === "memory" ? openMemoryHost(setup) : await openWorkbench(setup);
    return { ...host, close: () => inTurn(host.close, removeHome) };
  } catch (error) {
    await removeHome();
    throw error;
  }
}

function openMemoryHost({ files = {}, diagnostics = [], symbols = [], without = [], ...setup }: HostSetup): OpenedHost {
  const texts = Object.entries(files).map(([path, text]) => [path, Buffer.from(text).toString("utf8")] as const);
  const host = new MemoryHost({ root: MEMORY_ROOT, files: Object.fromEntries(texts), diagnostics, symbols, without });
  const hub = new EventHub(systemClock, fail);
  const core = createHostCore(host, { mode: () => setup.mode ?? "trust", canDecide: () => true, hub });
  let bridge: Promise<Bridge> | undefined;
  return {
    root: MEMORY_ROOT,
    core,
    bridge: () => {
      bridge ??= startBridge(core, { port: 0, onError: fail, ...setup.bridge });
      return bridge;
    },
    onDisk: async (relative) => Buffer.from(host.savedText(relative) ?? ""),
    close: async () => {
      await (await bridge)?.close();
      core.close();
      hub.close();
    },
  };
}

async function openWorkbench(setup: HostSetup): Promise<OpenedHost> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-folder-")));
  const removeRoot = () => rm(root, { recursive: true, force: true });
  try {
    const workbench = await startOn(root, setup);
    return {
      root,
      core: undefined,
      bridge: async () => workbench.bridge,
      onDisk: (relative) => readFile(join(root, relative)),
      close: () => inTurn(workbench.close, removeRoot),
    };
  } catch (error) {
    await removeRoot();
    throw error;
  }
}

async function startOn(root: string, { files = {}, languageServers, exclude = [], git = true, mode }: HostSetup) {
  for (const [path, content] of Object.entries(files)) await put(join(root, path), content);
  if (git) await commitAll(root);
  const commands = languageServers === "real" ? {} : (languageServers ?? { typescript: [], python: [] });
  // Loaded only where it is needed: the memory host's scenarios do without it.
  const { settingsSchema, startWorkbench } = await import("@tandem/workbench");
  return startWorkbench({
    folder: root,
    settings: settingsSchema.parse({ languageServers: commands, exclude }),
    mode: mode ?? "trust",
    page: false,
    bridge: { port: 0 },
    log: () => {},
  });
}

/** Writes a file and the folders above it. */
export async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Runs git as a person without configuration of their own. */
export async function git(root: string, ...args: readonly string[]): Promise<void> {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  await promisify(execFile)("git", ["-C", root, ...identity, ...args], { env: environment });
}

async function commitAll(root: string): Promise<void> {
  await git(root, "init", "--quiet", "--initial-branch=main");
  await git(root, "add", "--all");
  await git(root, "commit", "--quiet", "--allow-empty", "--message=start");
}

/** The second is done even if the first fails. */
async function inTurn(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  try {
    await first();
  } finally {
    await second();
  }
}

function fail(error: unknown): never {
  throw error;
}
