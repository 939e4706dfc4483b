/** One VS Code window as a host of Tandem: its folders, its documents, its reviews, its doors. */
import { createHostCore, EventHub, type HostCore, type IdeHost, type SettledCall, systemClock } from "@tandem/host";
import { TOOLBOX_VERSION } from "@tandem/protocol";
import { type Bridge, startBridge } from "@tandem/server";
import { type Disposable, env } from "vscode";
import { createDiagnostics } from "./capabilities/diagnostics.js";
import { createEditor } from "./capabilities/editor.js";
import { createFiles } from "./capabilities/file.js";
import { createSymbols } from "./capabilities/symbols.js";
import { publishEvents } from "./events.js";
import { Folders } from "./folders.js";
import { LiveTexts } from "./live-texts.js";
import { Marks } from "./marks.js";
import { Reports } from "./reports.js";
import { openReviewJournal } from "./review-journal.js";
import { openReviewSurface } from "./reviews/review-surface.js";
import { bridgeSettings, currentMode, saveOnAccept } from "./settings.js";
import { Typing } from "./typing.js";
import { View } from "./view.js";

export interface TandemWindow {
  readonly core: HostCore;
  readonly bridge: Bridge;
  /** Removes the window file, ends every connection, lets go of VS Code. */
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly log: (message: string) => void;
  readonly onSettled: (call: SettledCall) => void;
}

/** Resolves once agents can connect. */
export async function openWindow({ log, onSettled }: WindowOptions): Promise<TandemWindow> {
  const folders = await Folders.open();
  const hub = new EventHub(systemClock, (error) => log(`A listener failed: ${error}`));
  const texts = new LiveTexts(folders);
  const view = new View(folders);
  const typing = new Typing();
  const marks = new Marks();
  const reports = new Reports();
  const disposables: Disposable[] = [texts, view, typing, marks, reports, publishEvents(hub, folders)];
  const host: IdeHost = {
    name: env.appName,
    version: TOOLBOX_VERSION,
    paths: folders.paths,
    texts,
    capabilities: {
      editor: createEditor({ folders, view, texts, typing, marks }),
      diagnostics: createDiagnostics(folders, reports),
      symbols: createSymbols(folders),
      file: createFiles(),
    },
  };
  const durable = await openReviewJournal(folders.paths.roots, log);
  const core = createHostCore(host, {
    hub,
    mode: currentMode,
    saveOnAccept,
    canDecide: () => true,
    onSettled,
    ...(durable.journal && { journal: durable.journal }),
  });
  const letGo = async () => {
    core.close();
    hub.close();
    for (const disposable of disposables) disposable.dispose();
    await durable.close();
  };
  try {
    await core.restore();
    disposables.push(openReviewSurface({ core, folders, texts, log }));
    const { port, ...settings } = bridgeSettings();
    const bridge = await startBridge(core, {
      ...settings,
      ...(port > 0 && { port }),
      onError: (error) => log(`Door: ${error instanceof Error ? error.message : error}`),
      onRefused: ({ status, reason }) => log(`Refused (${status}): ${reason}`),
    });
    const close = async () => {
      await bridge.close();
      await letGo();
    };
    return { core, bridge, close };
  } catch (error) {
    await letGo();
    throw error;
  }
}
