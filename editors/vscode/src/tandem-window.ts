/** One VS Code window as a host of Tandem: its folders, its documents, its reviews, its doors. */
import {
  createHostCore,
  EventHub,
  type HostCore,
  type IdeHost,
  SelectionTracker,
  type SettledCall,
  systemClock,
} from "@tandem/host";
import { TOOLBOX_VERSION } from "@tandem/protocol";
import { type Bridge, newToken, openAgain, recallAddresses, rememberAddresses, startBridge } from "@tandem/server";
import { env, window, workspace } from "vscode";
import { createDiagnostics } from "./capabilities/diagnostics.js";
import { createEditor } from "./capabilities/editor.js";
import { createFiles } from "./capabilities/file.js";
import { createSymbols } from "./capabilities/symbols.js";
import { publishEvents, trackSelection } from "./events.js";
import { Folders } from "./folders.js";
import { LiveTexts } from "./live-texts.js";
import { Marks } from "./marks.js";
import { PrivateFolders } from "./private-folders.js";
import { Remembered } from "./remembered.js";
import { Reports } from "./reports.js";
import { isLetGo, openReviewJournal } from "./review-journal.js";
import { openReviewSurface } from "./reviews/review-surface.js";
import { bridgeSettings, currentMode, saveOnAccept } from "./settings.js";
import { fileTabs, tabEvents } from "./tabs.js";
import { Typing } from "./typing.js";
import { View } from "./view.js";

export interface TandemWindow {
  readonly core: HostCore;
  readonly bridge: Bridge;
  /** Removes the files by which it is found, ends every connection, lets go of VS Code. */
  close(): Promise<void>;
  /** The same, and closes the tabs of reviews, none of which is decided by that. */
  putAway(): Promise<void>;
}

export interface WindowOptions {
  readonly log: (message: string) => void;
  readonly onSettled: (call: SettledCall) => void;
  /** Called before agents can connect; what it returns is called when the last is gone. */
  readonly onOpen: (core: HostCore) => () => void;
  /**
   * The window had to do without what is kept of its folders, because another had it. That one has let go of it, and has
   * not come back; and nobody has anything to lose here if the doors are closed for a moment.
   */
  readonly onLetGo: () => void;
}

const LOOK_MS = 2000;
/** A window that is reloaded is back before it was missed so often in a row. */
const LOOKS = 6;

/** Resolves once agents can connect. */
export async function openWindow({ log, onSettled, onOpen, onLetGo }: WindowOptions): Promise<TandemWindow> {
  /** The last opened first. */
  const closing: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0)) await end();
  };
  const kept = <T extends { dispose(): unknown }>(part: T): T => {
    closing.unshift(() => void part.dispose());
    return part;
  };
  try {
    const folders = kept(await Folders.open());
    const remembering = openReviewJournal(folders.paths.roots, log);
    closing.unshift(async () => (await remembering).close());
    const privacy = await PrivateFolders.open(folders, log);
    closing.unshift(() => privacy.close());
    const hub = new EventHub(systemClock, (error) => log(`A listener failed: ${error}`));
    closing.unshift(() => hub.close());
    const selection = new SelectionTracker(hub, (file) => !privacy.mayTellContents(file));
    const marks = kept(new Marks());
    const texts = kept(
      new LiveTexts(folders, {
        mark: (uri, line, by) => marks.flash(uri, line, by),
        isFollowed: (file) => core.reviews.waitsOn(file),
      }),
    );
    const tabs = kept(new Remembered(fileTabs, tabEvents));
    const view = kept(new View(folders, tabs));
    const typing = kept(new Typing());
    const reports = kept(new Reports());
    kept(publishEvents(hub, folders, privacy));
    kept(trackSelection(selection, folders, privacy));
    const host: IdeHost = {
      name: env.appName,
      version: TOOLBOX_VERSION,
      paths: folders.paths,
      isPrivate: (file) => privacy.isPrivate(file),
      texts,
      capabilities: {
        editor: createEditor({ folders, view, texts, selection, typing, marks }),
        diagnostics: kept(createDiagnostics({ folders, reports, tabs })),
        symbols: createSymbols(folders),
        file: createFiles(),
      },
    };
    const durable = await remembering;
    const mode = kept(
      new Remembered(currentMode, [workspace.onDidChangeConfiguration, workspace.onDidGrantWorkspaceTrust]),
    );
    const core = createHostCore(host, {
      hub,
      mode: () => mode.now,
      saveOnAccept,
      canDecide: () => true,
      onSettled,
      ...(durable.journal && { journal: durable.journal }),
    });
    closing.unshift(() => core.close());
    await core.restore();
    closing.unshift(onOpen(core));
    const surface = kept(openReviewSurface({ core, folders, texts, log }));
    const { bridge, stopRemembering } = await openDoors(core, durable.folder, log);
    closing.unshift(
      () => bridge.close(),
      () => stopRemembering(),
    );
    if (durable.isTaken) {
      let missed = 0;
      const look = async () => {
        const isIdle = core.agents.connected().length === 0 && core.reviews.all().length === 0;
        missed = isIdle && (await isLetGo(folders.paths.roots)) ? missed + 1 : 0;
        if (missed === LOOKS) onLetGo();
      };
      const timer = setInterval(() => void look(), LOOK_MS);
      closing.unshift(() => clearInterval(timer));
    }
    kept(window.onDidChangeWindowState(({ focused }) => focused && bridge.focused()));
    if (window.state.focused) bridge.focused();
    const putAway = async () => {
      await bridge.close();
      await surface.putAway();
      await close();
    };
    return { core, bridge, close, putAway };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where they were a short while ago, if that is free: some agents never look for another address. */
async function openDoors(core: HostCore, folder: string | undefined, log: (message: string) => void) {
  const { port: chosen, ...settings } = bridgeSettings();
  const addresses = await recallAddresses(folder);
  const open = (token: string, port?: number) =>
    startBridge(core, {
      ...settings,
      ...(port !== undefined && { port }),
      token,
      ws: { port: addresses.wsPort, token: addresses.lockToken },
      clio: { port: addresses.clioPort },
      // The extension host is shared, and most agents of VS Code come by WebSocket.
      preload: false,
      // The extension host's parent is the parent of the terminals' host too.
      terminalsPid: process.ppid,
      onError: (error) => log(`Door: ${error instanceof Error ? error.message : error}`),
      onRefused: ({ status, reason }) => log(`Refused (${status}): ${reason}`),
    });
  const { token, mcpPort } = addresses;
  const again = (port: number) => open(token, port);
  const bridge = chosen > 0 ? await again(chosen) : await openAgain(mcpPort, again, () => open(newToken()));
  return { bridge, stopRemembering: await rememberAddresses(folder, { ...addresses, ...bridge.addresses }) };
}
