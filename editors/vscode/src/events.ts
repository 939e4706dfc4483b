/** Facts about the editor, to the hub. */
import type { EventHub } from "@tandem/host";
import { fromZeroBased } from "@tandem/protocol";
import { Disposable, languages, window, workspace } from "vscode";
import { fromEditor } from "./diagnostic.js";
import type { Folders } from "./folders.js";
import { fileTabs } from "./view.js";

/** Longest selection that is told whole, in UTF-16 units. */
const MAX_SELECTION_LENGTH = 100_000;

export function publishEvents(hub: EventHub, folders: Folders): Disposable {
  const tabs = () => new Set(fileTabs().flatMap((uri) => folders.fileOf(uri) ?? []));
  let open = tabs();
  return Disposable.from(
    window.tabGroups.onDidChangeTabs(() => {
      const now = tabs();
      for (const file of now) if (!open.has(file)) hub.publish({ name: "ide.event.fileOpened", payload: { file } });
      for (const file of open) if (!now.has(file)) hub.publish({ name: "ide.event.fileClosed", payload: { file } });
      open = now;
    }),
    workspace.onDidSaveTextDocument(({ uri }) => {
      const file = folders.fileOf(uri);
      if (file !== undefined) hub.publish({ name: "ide.event.fileSaved", payload: { file } });
    }),
    window.onDidChangeTextEditorSelection(({ textEditor: { document }, selections: [selection] }) => {
      const file = folders.fileOf(document.uri);
      if (file === undefined || !selection) return;
      const cursor = fromZeroBased(selection.active);
      hub.publish({ name: "ide.event.cursorMoved", payload: { file, ...cursor } });
      const text = document.getText(selection).slice(0, MAX_SELECTION_LENGTH);
      const lines = { startLine: selection.start.line + 1, endLine: selection.end.line + 1 };
      hub.publish({ name: "ide.event.selectionChanged", payload: { file, ...lines, text } });
    }),
    languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) {
        const file = folders.fileOf(uri);
        if (file === undefined) continue;
        const diagnostics = languages.getDiagnostics(uri).map((diagnostic) => fromEditor(file, diagnostic));
        hub.publish({ name: "ide.event.diagnosticChanged", payload: { file, diagnostics } });
      }
    }),
  );
}
