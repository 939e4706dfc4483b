import type { DiagnosticsCapability, FileDiagnostics } from "@tandem/host";
import type { Diagnostic } from "@tandem/protocol";
import { commands, languages, type TextDocument, type Uri, workspace } from "vscode";
import { fromEditor, fromServer, type ServerDiagnostic, TYPESCRIPT_SOURCE } from "../diagnostic.js";
import type { Folders } from "../folders.js";
import { openDocument } from "../open-document.js";
import type { Reports } from "../reports.js";
import { fileTabs } from "../tabs.js";
import { textOf } from "../text-version.js";
import { until } from "../until.js";

/** Languages whose server can be asked for diagnostics of the text that it has now. */
const askable = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);
const questions = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync", "suggestionDiagnosticsSync"];

export function createDiagnostics(folders: Folders, reports: Reports): DiagnosticsCapability {
  const ofDocument = async (document: TextDocument, waitMs: number, signal: AbortSignal): Promise<FileDiagnostics> => {
    const file = folders.fileOf(document.uri) ?? document.uri.toString();
    const { version } = textOf(document);
    const isAskable = askable.has(document.languageId);
    const asked = isAskable ? await askServer(document, file, waitMs) : undefined;
    const current = () => reports.isCurrent(document);
    const fresh = !isAskable && (await until(languages.onDidChangeDiagnostics, current, waitMs, signal));
    const told = languages.getDiagnostics(document.uri).map((diagnostic) => fromEditor(file, diagnostic));
    if (asked) {
      const others = told.filter(({ source }) => source !== TYPESCRIPT_SOURCE && source !== "js");
      return { file, version, fresh: textOf(document).version === version, diagnostics: [...asked, ...others] };
    }
    if (fresh) return { file, version: textOf(document).version, fresh, diagnostics: told };
    const reason = reports.isKnown(document)
      ? "No language extension has reported on the newest text yet."
      : `No language extension has reported on this ${document.languageId} file.`;
    return { file, version, fresh: false, reason, diagnostics: told };
  };

  return {
    list: async (path, waitMs, signal) => {
      const asked = path ? [await openDocument(folders, path)] : await openDocuments();
      const results = await Promise.all(asked.map((document) => ofDocument(document, waitMs, signal)));
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
async function openDocuments(): Promise<readonly TextDocument[]> {
  const uris = new Map(fileTabs().map(({ uri }) => [uri.toString(), uri]));
  const loaded = new Map(workspace.textDocuments.map((document) => [document.uri.toString(), document]));
  const opening = [...uris].map(([key, uri]) => loaded.get(key) ?? workspace.openTextDocument(uri));
  const opened = await Promise.allSettled(opening);
  return opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
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
