/** What a server asks of its client and tells it. A server that gets no answer to one of these may never become ready. */
import { basename } from "node:path";
import type { MessageConnection } from "vscode-jsonrpc/node";
import type {
  ConfigurationParams,
  LogMessageParams,
  PublishDiagnosticsParams,
  RegistrationParams,
  UnregistrationParams,
} from "vscode-languageserver-protocol";
import { uriOf } from "./file-uri.js";
import type { Language } from "./server-table.js";

export interface AnswerOptions {
  readonly language: Language;
  readonly root: string;
  /** Kept up to date: id → method. */
  readonly registrations: Map<string, string>;
  readonly log: (message: string) => void;
  readonly onPublished: (params: PublishDiagnosticsParams) => void;
  readonly onRefresh: () => void;
}

/** `MessageType.Warning`: what is less grave than that is not worth the log. */
const WARNING = 2;

/** Resolves when the server has said that it has listed the workspace; at once if it does not say so. */
export function answerServer(connection: MessageConnection, options: AnswerOptions): Promise<void> {
  const { language, root, registrations, log, onPublished, onRefresh } = options;

  connection.onRequest("client/registerCapability", ({ registrations: added }: RegistrationParams) => {
    for (const { id, method } of added) registrations.set(id, method);
    onRefresh();
    return null;
  });
  connection.onRequest("client/unregisterCapability", ({ unregisterations: removed }: UnregistrationParams) => {
    for (const { id } of removed) registrations.delete(id);
    return null;
  });
  connection.onRequest("workspace/configuration", ({ items }: ConfigurationParams) =>
    items.map(({ section }) => (section === undefined ? null : (language.settings[section] ?? null))),
  );
  connection.onRequest("workspace/workspaceFolders", () => [{ uri: uriOf(root), name: basename(root) }]);
  connection.onRequest("workspace/diagnostic/refresh", () => {
    onRefresh();
    return null;
  });
  connection.onRequest("workspace/applyEdit", () => ({ applied: false }));
  for (const method of ["window/workDoneProgress/create", "window/showMessageRequest", "window/showDocument"]) {
    connection.onRequest(method, () => null);
  }
  connection.onNotification("textDocument/publishDiagnostics", onPublished);

  return new Promise((resolve) => {
    if (!language.listedMessage) resolve();
    const logged = ({ type, message }: LogMessageParams) => {
      if (language.listedMessage?.test(message)) resolve();
      if (type <= WARNING) log(message);
    };
    connection.onNotification("window/logMessage", logged);
    connection.onNotification("window/showMessage", logged);
  });
}
