/** Facts about the editor, to the hub; of private files none. */
import type { EventHub, SelectionTracker } from "@tandem/host";
import { rangeFromZeroBased } from "@tandem/protocol";
import { Disposable, languages, type TextEditor, type Uri, window, workspace } from "vscode";
import { fromEditor } from "./diagnostic.js";
import type { Folders } from "./folders.js";
import type { PrivateFolders } from "./private-folders.js";
import { fileTabs } from "./tabs.js";

type FileEvent = "ide.event.fileOpened" | "ide.event.fileSaved" | "ide.event.fileClosed";

export function publishEvents(hub: EventHub, folders: Folders, privacy: PrivateFolders): Disposable {
  const publicFile = (uri: Uri) => {
    const file = folders.fileOf(uri);
    return file === undefined || privacy.isPrivate(file) ? undefined : file;
  };
  const publish = (name: FileEvent, file: string) => hub.publish({ name, payload: { file } });
  const tabs = () => new Set(fileTabs().flatMap(({ uri }) => publicFile(uri) ?? []));
  let open = tabs();
  return Disposable.from(
    window.tabGroups.onDidChangeTabs(() => {
      const now = tabs();
      for (const file of now) if (!open.has(file)) publish("ide.event.fileOpened", file);
      for (const file of open) if (!now.has(file)) publish("ide.event.fileClosed", file);
      open = now;
    }),
    workspace.onDidSaveTextDocument(({ uri }) => {
      const file = publicFile(uri);
      if (file !== undefined) publish("ide.event.fileSaved", file);
    }),
    languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) {
        const file = publicFile(uri);
        if (file === undefined) continue;
        const diagnostics = languages.getDiagnostics(uri).map((diagnostic) => fromEditor(file, diagnostic));
        hub.publish({ name: "ide.event.diagnosticChanged", payload: { file, diagnostics } });
      }
    }),
  );
}

/** What the developer selects, to those who may know. Away from the window they select nothing. */
export function trackSelection(tracker: SelectionTracker, folders: Folders, privacy: PrivateFolders): Disposable {
  const tell = (editor: TextEditor | undefined) => {
    const file = editor && folders.fileOf(editor.document.uri);
    if (!editor || file === undefined) return;
    const text = editor.document.getText(editor.selection);
    tracker.selected({ file, text, ...rangeFromZeroBased(editor.selection) });
    if (!window.state.focused) tracker.unfocused();
  };
  tell(window.activeTextEditor);
  privacy.onChange(() => tell(window.activeTextEditor));
  return Disposable.from(
    window.onDidChangeActiveTextEditor(tell),
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === window.activeTextEditor) tell(textEditor);
    }),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) tell(window.activeTextEditor);
      else tracker.unfocused();
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      const file = folders.fileOf(uri);
      if (file !== undefined) tracker.closed(file);
    }),
  );
}
