/** The workbench's backend, put together: one folder, its documents, its language servers, its doors. */
import { fileURLToPath } from "node:url";
import {
  createHostCore,
  EventHub,
  type IdeHost,
  type Mode,
  SelectionTracker,
  type SettledCall,
  systemClock,
} from "@tandem/host";
import { TOOLBOX_VERSION } from "@tandem/protocol";
import {
  type Bridge,
  type BridgeOptions,
  newToken,
  openAgain,
  openPageDoor,
  type PageConnection,
  recallAddresses,
  rememberAddresses,
  startBridge,
} from "@tandem/server";
import { createFileList, createPathResolver, LanguageServers, PrivateFiles, watchFolder } from "@tandem/workspace";
import { createDiagnostics } from "./capabilities/diagnostics.js";
import { createEditor } from "./capabilities/editor.js";
import { createSymbols } from "./capabilities/symbols.js";
import { Documents } from "./documents.js";
import { openDurable } from "./durable.js";
import { publishDocuments, publishMentions, trackSelection } from "./events.js";
import { createLineReader } from "./line-reader.js";
import { liveDocument } from "./live-document.js";
import { createPageChannel, type PageChannel } from "./page/channel.js";
import { deskReviews } from "./page/desk-reviews.js";
import { openFilesFirst } from "./paths.js";
import type { Settings } from "./settings.js";
import { View } from "./view.js";
import { WindowSettings } from "./window-settings.js";

export interface WorkbenchOptions {
  readonly folder: string;
  readonly settings: Settings;
  /** Instead of the settings' one. */
  readonly mode?: Mode;
  /** False: nobody can look, and nobody can decide. */
  readonly page?: boolean;
  readonly bridge?: Pick<BridgeOptions, "port" | "token" | "limits">;
  readonly log: (message: string) => void;
  readonly onSettled?: (call: SettledCall) => void;
}

export interface Workbench {
  readonly bridge: Bridge;
  readonly mode: Mode;
  /** Agents have to send the token of the window file. */
  readonly requiresToken: boolean;
  /** The link to the page; undefined if there is none. It lets whoever has it decide: it is for the developer alone. */
  readonly link: string | undefined;
  /** Paths of the files that have unsaved changes. */
  unsaved(): readonly string[];
  /** Removes the window file, ends every connection, child and watcher. */
  close(): Promise<void>;
}

const NAME = "Tandem Workbench";
const PAGE_FOLDER = fileURLToPath(new URL("../../page/dist", import.meta.url));

/** Resolves once agents can connect. Rejects with `NO_WORKSPACE` if there is no such folder. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { folder, settings, page = true, log } = options;
  const paths = await createPathResolver([folder]);
  const root = paths.roots[0] as string;
  const hub = new EventHub(systemClock, (error) => log(`A listener failed: ${error}`));
  const files = createFileList({ root, excludes: settings.exclude });
  const documents = new Documents(log);
  const view = new View(documents);
  const privateFiles = new PrivateFiles(root, log);
  documents.listen({
    opened: ({ path }) => privateFiles.opened(path.path),
    closed: ({ path }) => privateFiles.closed(path.path),
  });
  await privateFiles.read();
  const windowSettings = new WindowSettings({
    mode: options.mode ?? settings.mode,
    saveOnAccept: settings.saveOnAccept,
  });
  /** Made below, of what is made before it. */
  let channel: PageChannel | undefined;
  const servers = new LanguageServers({
    root,
    commands: settings.languageServers,
    clock: systemClock,
    log,
    listFiles: () => files.listFiles(),
    readLine: createLineReader(documents, paths),
    onDiagnostics: (file, diagnostics) => {
      if (!privateFiles.isPrivate(file)) {
        hub.publish({ name: "ide.event.diagnosticChanged", payload: { file, diagnostics: [...diagnostics] } });
      }
      channel?.diagnosed(file, diagnostics);
    },
  });
  documents.listen({
    opened: (document) => servers.opened(liveDocument(document)),
    changed: (document) => servers.changed(liveDocument(document)),
    saved: ({ path }) => servers.saved(path.path),
    closed: ({ path }) => servers.closed(path.path),
  });
  publishDocuments(documents, hub, (file) => privateFiles.isPrivate(file));
  publishMentions(view, hub);
  const selection = new SelectionTracker(hub, (file) => !privateFiles.mayTellContents(file));
  privateFiles.onChange(trackSelection(documents, view, selection));

  const host: IdeHost = {
    name: NAME,
    version: TOOLBOX_VERSION,
    paths: openFilesFirst(paths, documents),
    texts: documents,
    isPrivate: (file) => privateFiles.isPrivate(file),
    capabilities: {
      editor: createEditor(documents, view, selection),
      diagnostics: createDiagnostics(documents, servers),
      symbols: createSymbols(documents, servers),
      file: files,
    },
  };
  const durable = await openDurable(root, paths, documents, log);
  const core = createHostCore(host, {
    hub,
    journal: durable.journal,
    mode: () => windowSettings.current().mode,
    saveOnAccept: () => windowSettings.current().saveOnAccept,
    canDecide: () => page,
    onSettled: (call) => {
      channel?.settled(call);
      options.onSettled?.(call);
    },
  });
  // A proposal is on the text that is open: its file stays so until it is decided.
  documents.keepOpen(({ path }) => core.reviews.waitsOn(path.path));
  core.reviews.onChange(() => {
    for (const { path } of core.reviews.pending()) view.keep(path.path);
  });

  await core.restore();

  const watcher = await watchFolder(root, {
    ignore: settings.exclude,
    onChanges: (changes) => {
      servers.watched(changes);
      privateFiles.watched(changes);
      channel?.watched(changes);
      for (const { file, type } of changes) {
        const document = documents.get(file);
        for (const each of type === "deleted" ? documents.within(file) : document ? [document] : []) {
          documents.checkDisk(each).catch((error: unknown) => log(`A listener failed: ${error}`));
        }
      }
    },
    onError: (error) => log(`Changes on disk are not noticed by themselves: ${error.message}`),
  });
  const closing: (() => void | Promise<void>)[] = [
    () => watcher.close(),
    () => servers.close(),
    () => privateFiles.close(),
    () => core.close(),
    () => durable.close(),
    () => hub.close(),
  ];
  const close = async () => {
    for (const end of closing) await end();
  };

  try {
    const addresses = await recallAddresses(durable.folder);
    /** Pages that were there before anybody could welcome them. */
    const early: PageConnection[] = [];
    const openPage = async (secret: string, port = 0) => {
      const door = await openPageDoor({
        folder: PAGE_FOLDER,
        secret,
        port,
        extraHosts: settings.allowedHosts,
        onConnection: (connection) => (channel ? channel.connect(connection) : early.push(connection)),
      });
      return { ...door, secret };
    };
    const pageAgain = (port: number) => openPage(addresses.secret, port);
    const door = page ? await openAgain(addresses.pagePort, pageAgain, () => openPage(newToken())) : undefined;
    if (door)
      closing.unshift(
        () => channel?.close(),
        () => door.close(),
      );
    const link = door && `${door.url}#${door.secret}`;
    const openBridge = (token: string, port?: number) =>
      startBridge(core, {
        token,
        ...options.bridge,
        ...(port !== undefined && { port }),
        ...(link !== undefined && { page: link }),
        tokenRequired: settings.requireToken,
        ws: { port: addresses.wsPort, token: addresses.lockToken },
        clio: { port: addresses.clioPort },
        dialects: settings.dialects,
        extraHosts: settings.allowedHosts,
        onError: (error) => log(`Door: ${error instanceof Error ? error.message : error}`),
        onRefused: ({ status, reason }) => log(`Refused (${status}): ${reason}`),
      });
    const bridgeAgain = (port?: number) => openBridge(addresses.token, port);
    const bridge = options.bridge?.port
      ? await bridgeAgain()
      : await openAgain(addresses.mcpPort, bridgeAgain, () => openBridge(newToken()));
    const { secret = addresses.secret, port: pagePort = 0 } = door ?? {};
    closing.unshift(await rememberAddresses(durable.folder, { ...bridge.addresses, secret, pagePort }));
    closing.unshift(() => bridge.close());
    view.listen({ focusChanged: (hasFocus) => hasFocus && bridge.focused() });
    channel = createPageChannel({
      welcome: { window: bridge.window.id, root, name: NAME, version: TOOLBOX_VERSION },
      paths,
      documents,
      view,
      files,
      excludes: settings.exclude,
      agents: core.agents,
      reviews: deskReviews(core, documents),
      settings: windowSettings,
      clock: systemClock,
      log,
    });
    for (const connection of early) channel.connect(connection);
    const unsaved = () =>
      documents
        .all()
        .filter(({ dirty }) => dirty)
        .map(({ path }) => path.path);
    const { mode } = windowSettings.current();
    return { bridge, link, mode, requiresToken: settings.requireToken, unsaved, close };
  } catch (error) {
    await close();
    throw error;
  }
}
