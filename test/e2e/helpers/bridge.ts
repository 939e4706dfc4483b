/** A bridge on an editor in memory, with a window file in a temporary home. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostCore, EventHub, type HostCore, type IdeHost, type SettledCall, systemClock } from "@tandem/host";
import { MemoryHost } from "@tandem/host/testing";
import { HOME_VARIABLE, WINDOWS_FOLDER, type WindowFile } from "@tandem/protocol";
import { type BridgeOptions, startBridge } from "@tandem/server";

export const ROOT = "/project";
export const FILE = `${ROOT}/src/a.ts`;
/** `ide.symbols.search` for this waits until it is aborted or `release` is called. */
export const HELD = "held";

export interface TestBridge {
  readonly port: number;
  readonly token: string;
  /** Of all its doors. */
  readonly urls: WindowFile["urls"];
  readonly core: HostCore;
  /** Every call that was dispatched and has settled. */
  readonly settled: readonly SettledCall[];
  /** What the bridge told its `onError`. */
  readonly errors: readonly unknown[];
  /** How many held calls are waiting. */
  held(): number;
  /** Lets the held calls answer. */
  release(): void;
  windowFiles(): Promise<readonly string[]>;
  /** Closes the bridge; the home stays until `dispose`. */
  close(): Promise<void>;
  /** Closes the bridge if it is open and removes the home. */
  dispose(): Promise<void>;
}

export interface TestBridgeOptions extends BridgeOptions {
  /** Sees the core before the bridge starts; what it returns is added to the options. */
  readonly extend?: (core: HostCore) => BridgeOptions;
}

export async function openBridge({ extend, ...options }: TestBridgeOptions = {}): Promise<TestBridge> {
  const waiting = new Set<() => void>();
  const settled: SettledCall[] = [];
  const errors: unknown[] = [];
  const hub = new EventHub(systemClock, (error) => void errors.push(error));
  const core = createHostCore(holdingHost(waiting), {
    mode: () => "trust",
    hub,
    onSettled: (call) => void settled.push(call),
  });
  const home = await mkdtemp(join(tmpdir(), "tandem-e2e-"));
  process.env[HOME_VARIABLE] = process.env["HOME"] = home;
  const onError = (error: unknown) => void errors.push(error);
  const bridge = await startBridge(core, { port: 0, onError, ...options, ...extend?.(core) });
  const close = once(async () => {
    await bridge.close();
    hub.close();
  });
  return {
    port: Number(new URL(bridge.window.urls.mcp).port),
    token: bridge.window.token,
    urls: bridge.window.urls,
    core,
    settled,
    errors,
    held: () => waiting.size,
    release: () => {
      for (const answer of [...waiting]) answer();
    },
    windowFiles: () => readdir(join(home, WINDOWS_FOLDER)),
    close,
    dispose: async () => {
      await close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The in-memory editor, with a symbol search that can be made to wait. */
function holdingHost(waiting: Set<() => void>): IdeHost {
  const memory = new MemoryHost({ root: ROOT, files: { "src/a.ts": "one\ntwo\nthree\n" } });
  const { name, version, paths, texts, capabilities, isPrivate } = memory;
  const search = (query: string, signal: AbortSignal) =>
    new Promise<[]>((resolve, reject) => {
      if (query !== HELD) return resolve([]);
      const answer = () => {
        waiting.delete(answer);
        resolve([]);
      };
      waiting.add(answer);
      signal.addEventListener("abort", () => {
        waiting.delete(answer);
        reject(signal.reason as Error);
      });
    });
  const symbols = { definition: async () => [], references: async () => [], search };
  return { name, version, paths, texts, isPrivate, capabilities: { ...capabilities, symbols } };
}

function once(run: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= run();
    return result;
  };
}
