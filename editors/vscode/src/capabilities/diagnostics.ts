import type { DiagnosticsCapability, FileDiagnostics } from "@tandem/host";
import type { Diagnostic } from "@tandem/protocol";
import { commands, type Disposable, languages, type TextDocument, type Uri, workspace } from "vscode";
import { fromEditor, fromServer, type ServerDiagnostic, TYPESCRIPT_SOURCE } from "../diagnostic.js";
import { documentEvents, type Folders } from "../folders.js";
import { openDocument } from "../open-document.js";
import { Remembered } from "../remembered.js";
import type { Reports } from "../reports.js";
import { type FileTab, tabEvents } from "../tabs.js";
import { textOf } from "../text-version.js";
import { until } from "../until.js";

/** Languages whose server can be asked for diagnostics of the text that it has now. */
const askable = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);
const questions = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync", "suggestionDiagnosticsSync"];

/** What was waited for. */
interface Heard {
  /** Of the text that was asked about. */
  readonly version: number;
  /** What a server has answered; undefined if none was asked or has. */
  readonly asked?: readonly Diagnostic[] | undefined;
}

export interface DiagnosticsParts {
  readonly folders: Folders;
  readonly reports: Reports;
  readonly tabs: Remembered<readonly FileTab[]>;
}

type VsCodeDiagnostics = DiagnosticsCapability & Pick<Disposable, "dispose">;

export function createDiagnostics({ folders, reports, tabs }: DiagnosticsParts): VsCodeDiagnostics {
  const fileOf = ({ uri }: TextDocument) => folders.fileOf(uri) ?? uri.toString();
  const isSettled = (document: TextDocument) => !askable.has(document.languageId) && reports.isCurrent(document);

  const hear = async (document: TextDocument, waitMs: number, signal: AbortSignal): Promise<Heard> => {
    const { version } = textOf(document);
    if (askable.has(document.languageId))
      return { version, asked: await askServer(document, fileOf(document), waitMs) };
    await until(languages.onDidChangeDiagnostics, () => reports.isCurrent(document), waitMs, signal);
    return { version };
  };

  const describe = (document: TextDocument, heard: Heard | undefined): FileDiagnostics => {
    const file = fileOf(document);
    const { version } = textOf(document);
    const told = languages.getDiagnostics(document.uri).map((diagnostic) => fromEditor(file, diagnostic));
    if (heard?.asked) {
      const others = told.filter(({ source }) => source !== TYPESCRIPT_SOURCE && source !== "js");
      const fresh = version === heard.version;
      return { file, version: heard.version, fresh, diagnostics: [...heard.asked, ...others] };
    }
    if (isSettled(document)) return { file, version, fresh: true, diagnostics: told };
    const reason = reports.isKnown(document)
      ? "No language extension has reported on the newest text yet."
      : `No language extension has reported on this ${document.languageId} file.`;
    return { file, version: heard?.version ?? version, fresh: false, reason, diagnostics: told };
  };

  const settled = new Remembered(() => {
    const uris = openTabs(tabs.now);
    const documents = uris.map((uri) => folders.documentAt(uri)).filter((document) => document !== undefined);
    if (documents.length < uris.length || !documents.every(isSettled)) return undefined;
    return [...documents.map((document) => describe(document, undefined)), ...elsewhere(folders, documents)];
  }, [languages.onDidChangeDiagnostics, workspace.onDidChangeTextDocument, ...documentEvents, ...tabEvents]);

  return {
    dispose: () => settled.dispose(),
    now: () => settled.now,
    list: async (path, waitMs, signal) => {
      const asked = path ? [await openDocument(folders, path)] : await openDocuments(folders, tabs.now);
      const heard = new Map<TextDocument, Heard>();
      const late = asked.filter((document) => !isSettled(document));
      if (late.length > 0) {
        await Promise.all(late.map(async (document) => heard.set(document, await hear(document, waitMs, signal))));
      }
      const results = asked.map((document) => describe(document, heard.get(document)));
      return path ? results : [...results, ...elsewhere(folders, asked)];
    },
  };
}

/** What TypeScript's server says of the text as it is now; undefined if it cannot be asked. */
async function askServer(
  document: TextDocument,
  file: string,
  waitMs: number,
): Promise<readonly Diagnostic[] | undefined> {
  const ask = async (question: string) => {
    const answer = await commands.executeCommand<{ readonly body?: readonly ServerDiagnostic[] } | undefined>(
      "typescript.tsserverRequest",
      question,
      { file: document.uri },
    );
    return answer?.body;
  };
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, waitMs, undefined).unref());
  const all = Promise.all(questions.map(ask)).catch(() => undefined);
  const answers = await Promise.race([all, late]);
  if (!answers?.every((answer) => answer !== undefined)) return undefined;
  return answers.flatMap((answer) => (answer ?? []).map((diagnostic) => fromServer(file, diagnostic)));
}

/** Of all tabs; what VS Code has not loaded yet is loaded. */
async function openDocuments(folders: Folders, tabs: readonly FileTab[]): Promise<readonly TextDocument[]> {
  const opening = openTabs(tabs).map(async (uri) => folders.documentAt(uri) ?? workspace.openTextDocument(uri));
  const opened = await Promise.allSettled(opening);
  return opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/** Each file once. */
function openTabs(tabs: readonly FileTab[]): readonly Uri[] {
  return [...new Map(tabs.map(({ uri }) => [uri.toString(), uri])).values()];
}

/** What extensions say of files of the workspace that have no tab. */
function elsewhere(folders: Folders, open: readonly TextDocument[]): readonly FileDiagnostics[] {
  const isOpen = new Set(open.map(({ uri }) => uri.toString()));
  return languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
    const file = isOpen.has(uri.toString()) || diagnostics.length === 0 ? undefined : inWorkspace(folders, uri);
    if (file === undefined) return [];
    const reason = "The file is not open; it may have changed since.";
    return [{ file, version: 0, fresh: false, reason, diagnostics: diagnostics.map((one) => fromEditor(file, one)) }];
  });
}

function inWorkspace(folders: Folders, uri: Uri): string | undefined {
  const file = folders.fileOf(uri);
  return file !== undefined && folders.paths.rootOf(file) !== undefined ? file : undefined;
}
