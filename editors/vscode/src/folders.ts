/** The window's folders: which file of the disk is which document of VS Code. */
import { sep } from "node:path";
import type { WorkspacePath } from "@tandem/host";
import { createPathResolver, type WorkspacePaths } from "@tandem/workspace";
import { type TextDocument, Uri, workspace } from "vscode";

interface Folder {
  /** As VS Code names it, where links may be part of the name. */
  readonly uri: Uri;
  /** The real absolute path. */
  readonly root: string;
}

export class Folders {
  readonly paths: WorkspacePaths;
  readonly #folders: readonly Folder[];

  private constructor(paths: WorkspacePaths, uris: readonly Uri[]) {
    this.paths = paths;
    this.#folders = uris.map((uri, i) => ({ uri, root: paths.roots[i] ?? uri.fsPath }));
  }

  /** Those that are on disk. Rejects with `NO_WORKSPACE` if one of them is gone. */
  static async open(): Promise<Folders> {
    const uris = (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === "file");
    return new Folders(await createPathResolver(uris.map(({ fsPath }) => fsPath)), uris);
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
    const wanted = this.uriOf(path).toString();
    return workspace.textDocuments.find(({ uri }) => uri.toString() === wanted);
  }
}
