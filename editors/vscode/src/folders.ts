/** The window's folders: which file of the disk is which document of VS Code. */
import { sep } from "node:path";
import type { WorkspacePath } from "@tandem/host";
import { createPathResolver, type WorkspacePaths } from "@tandem/workspace";
import { type TextDocument, Uri, workspace } from "vscode";
import { Remembered } from "./remembered.js";

interface Folder {
  /** As VS Code names it, where links may be part of the name. */
  readonly uri: Uri;
  /** The real absolute path. */
  readonly root: string;
}

/** Tell of a change of which documents are open. */
export const documentEvents = [workspace.onDidOpenTextDocument, workspace.onDidCloseTextDocument];

export class Folders {
  readonly paths: WorkspacePaths;
  readonly #folders: readonly Folder[];
  /** Those that are open, by address. */
  readonly #documents = new Remembered(
    () => new Map(workspace.textDocuments.map((document) => [document.uri.toString(), document])),
    documentEvents,
  );

  private constructor(paths: WorkspacePaths, uris: readonly Uri[]) {
    this.paths = paths;
    this.#folders = uris.map((uri, i) => ({ uri, root: paths.roots[i] ?? uri.fsPath }));
  }

  /** Those that are on disk. Rejects with `NO_WORKSPACE` if one of them is gone. */
  static async open(): Promise<Folders> {
    const uris = (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === "file");
    return new Folders(await createPathResolver(uris.map(({ fsPath }) => fsPath)), uris);
  }

  dispose(): void {
    this.#documents.dispose();
  }

  uriOf({ root, relative }: WorkspacePath): Uri {
    const folder = this.#folders.find((other) => other.root === root);
    return Uri.joinPath(folder?.uri ?? Uri.file(root), ...relative.split("/"));
  }

  /** The absolute path that agents know the document by; undefined if it is no file. */
  fileOf(uri: Uri): string | undefined {
    if (uri.scheme !== "file") return undefined;
    const folder = this.#folders.find((other) => uri.fsPath.startsWith(other.uri.fsPath + sep));
    return folder ? folder.root + uri.fsPath.slice(folder.uri.fsPath.length) : uri.fsPath;
  }

  /** The open document of a file, with or without a tab. */
  documentOf(path: WorkspacePath): TextDocument | undefined {
    return this.documentAt(this.uriOf(path));
  }

  documentAt(uri: Uri): TextDocument | undefined {
    return this.#documents.now.get(uri.toString());
  }
}
