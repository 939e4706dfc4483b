/** A folder, editors on it and bridges to them, all of which end with the test. */
import { join } from "node:path";
import type { BridgeOptions } from "../bridge/bridge-options.js";
import type { BridgeState } from "../bridge/bridge-state.js";
import { IdeBridge } from "../bridge/ide-bridge.js";
import { parseIdeConfig } from "../ide-config.js";
import { FakeIde, type Personality } from "./fake-ide.js";
import { TcpProxy } from "./tcp-proxy.js";
import { temporaryFolder } from "./temporary-folder.js";

export class BridgeScene {
  /** The project, and the home folder of the lock files. */
  readonly home: string;
  /** The file that is proposed to be changed. */
  readonly file: string;
  readonly #ends: (() => Promise<unknown>)[];

  private constructor(home: string, remove: () => Promise<void>) {
    this.home = home;
    this.file = join(home, "main.py");
    this.#ends = [remove];
  }

  static async make(): Promise<BridgeScene> {
    const { path, remove } = await temporaryFolder();
    return new BridgeScene(path, remove);
  }

  /** Ends everything, the newest first. */
  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }

  async editor(personality: Personality): Promise<FakeIde> {
    const ide = await FakeIde.start(personality, { home: this.home, folders: [this.home] });
    this.#ends.push(() => ide.stop());
    return ide;
  }

  /** An editor that is reached through a proxy only. */
  async editorBehindProxy(personality: Personality): Promise<{ ide: FakeIde; proxy: TcpProxy }> {
    let proxy: TcpProxy | undefined;
    const lockPort = async (port: number) => {
      proxy = await TcpProxy.start(port);
      return proxy.port;
    };
    const ide = await FakeIde.start(personality, { home: this.home, folders: [this.home], lockPort });
    if (!proxy) throw new Error("There is no proxy.");
    const made = proxy;
    this.#ends.push(
      () => ide.stop(),
      () => made.stop(),
    );
    return { ide, proxy };
  }

  /** A bridge with this `ide` section, not connected yet. */
  bridge(ide: object = {}, options: BridgeOptions = {}): IdeBridge {
    const made = new IdeBridge(parseIdeConfig({ ide }), { environment: { HOME: this.home }, ...options });
    this.#ends.push(() => made.disconnect());
    return made;
  }

  /** A proposal to make this the file's text. */
  change(text: string) {
    return { oldFilePath: this.file, newFilePath: this.file, newFileContents: text, tabName: "main.py" };
  }
}

/** The next state with that status, the present one included. */
export function reaches(bridge: IdeBridge, status: BridgeState["status"]): Promise<BridgeState> {
  if (bridge.state.status === status) return Promise.resolve(bridge.state);
  return new Promise((resolve) => {
    const undo = bridge.onState((state) => {
      if (state.status !== status) return;
      undo();
      resolve(state);
    });
  });
}
