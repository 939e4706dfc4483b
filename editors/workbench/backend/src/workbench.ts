/** The workbench's backend, put together: one folder, its documents, its language servers, its doors. */
import { createHostCore, EventHub, type IdeHost, type SettledCall, systemClock } from "@tandem/host";
import { TOOLBOX_VERSION } from "@tandem/protocol";
import { type Bridge, type BridgeOptions, startBridge } from "@tandem/server";
import { createFileList, createPathResolver, LanguageServers, watchFolder } from "@tandem/workspace";
import { createDiagnostics } from "./capabilities/diagnostics.js";
import { createEditor } from "./capabilities/editor.js";
import { createSymbols } from "./capabilities/symbols.js";
import { Documents } from "./documents.js";
import { publishDocuments } from "./events.js";
import { createLineReader } from "./line-reader.js";
import { liveDocument } from "./live-document.js";
import { openFilesFirst } from "./paths.js";
import type { Settings } from "./settings.js";
import { View } from "./view.js";

export interface WorkbenchOptions {
  readonly folder: string;
  readonly settings: Settings;
  readonly bridge?: Pick<BridgeOptions, "port" | "token" | "limits">;
  readonly log: (message: string) => void;
  readonly onSettled?: (call: SettledCall) => void;
}

export interface Workbench {
  readonly bridge: Bridge;
  /** Paths of the files that have unsaved changes. */
  unsaved(): readonly string[];
  /** Removes the window file, ends every connection, child and watcher. */
  close(): Promise<void>;
}

/** Resolves once agents can connect. Rejects with `NO_WORKSPACE` if there is no such folder. */
export async function startWorkbench({
  folder,
  settings,
  bridge: doors,
  log,
  onSettled,
}: WorkbenchOptions): Promise<Workbench> {
  const paths = await createPathResolver([folder]);
  const root = paths.roots[0] as string;
  const hub = new EventHub(systemClock, (error) => log(`A listener failed: ${error}`));
  const files = createFileList({ root, excludes: settings.exclude });
  const documents = new Documents(log);
  const view = new View(documents);
  const servers = new LanguageServers({
    root,
    commands: settings.languageServers,
    clock: systemClock,
    log,
    listFiles: () => files.listFiles(),
    readLine: createLineReader(documents, paths),
    onDiagnostics: (file, diagnostics) =>
      hub.publish({ name: "ide.event.diagnosticChanged", payload: { file, diagnostics: [...diagnostics] } }),
  });

  documents.listen({
    opened: (document) => servers.opened(liveDocument(document)),
    changed: (document) => servers.changed(liveDocument(document)),
    saved: ({ path }) => servers.saved(path.path),
    closed: ({ path }) => servers.closed(path.path),
  });
  publishDocuments(documents, hub);

  const host: IdeHost = {
    name: "Tandem Workbench",
    version: TOOLBOX_VERSION,
    paths: openFilesFirst(paths, documents),
    texts: documents,
    capabilities: {
      editor: createEditor(documents, view),
      diagnostics: createDiagnostics(documents, servers),
      symbols: createSymbols(documents, servers),
      file: files,
    },
  };
  const core = createHostCore(host, { mode: () => "trust", hub, ...(onSettled && { onSettled }) });

  const watcher = await watchFolder(root, {
    ignore: settings.exclude,
    onChanges: (changes) => {
      servers.watched(changes);
      for (const { file, type } of changes) {
        const document = documents.get(file);
        const touched = type === "deleted" ? documents.within(file) : document ? [document] : [];
        for (const each of touched) {
          documents.checkDisk(each).catch((error: unknown) => log(`A listener failed: ${error}`));
        }
      }
    },
    onError: (error) => log(`Changes on disk are not noticed by themselves: ${error.message}`),
  });

  const close = async () => {
    await watcher.close();
    await servers.close();
    hub.close();
  };
  try {
    const bridge = await startBridge(core, {
      ...doors,
      tokenRequired: settings.requireToken,
      extraHosts: settings.allowedHosts,
      onError: (error) => log(`Door: ${error instanceof Error ? error.message : error}`),
      onRefused: ({ status, reason }) => log(`Refused (${status}): ${reason}`),
    });
    return {
      bridge,
      unsaved: () =>
        documents
          .all()
          .filter(({ dirty }) => dirty)
          .map(({ path }) => path.path),
      close: async () => {
        await bridge.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
