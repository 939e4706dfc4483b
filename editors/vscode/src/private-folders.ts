/** Files of which agents are told nothing unasked: by the rules of each folder, and whatever lies outside all of them. */
import { PrivateFiles, type WorkspacePaths } from "@tandem/workspace";
import { Disposable, type Uri, workspace } from "vscode";
import type { Folders } from "./folders.js";

export class PrivateFolders {
  readonly #paths: WorkspacePaths;
  /** By root. */
  readonly #files: ReadonlyMap<string, PrivateFiles>;
  readonly #subscription: Disposable;

  private constructor(folders: Folders, log: (message: string) => void) {
    this.#paths = folders.paths;
    this.#files = new Map(folders.paths.roots.map((root) => [root, new PrivateFiles(root, log)]));
    const rules = workspace.createFileSystemWatcher("**/{.agentignore,.gitignore}");
    const changed = (uri: Uri) => {
      const file = folders.fileOf(uri);
      if (file !== undefined) this.#of(file)?.watched([{ file, type: "changed" }]);
    };
    const opened = (uri: Uri) => {
      const file = folders.fileOf(uri);
      if (file !== undefined) this.#of(file)?.opened(file);
    };
    for (const { uri } of workspace.textDocuments) opened(uri);
    this.#subscription = Disposable.from(
      rules,
      rules.onDidChange(changed),
      rules.onDidCreate(changed),
      rules.onDidDelete(changed),
      workspace.onDidOpenTextDocument(({ uri }) => opened(uri)),
      workspace.onDidCloseTextDocument(({ uri }) => {
        const file = folders.fileOf(uri);
        if (file !== undefined) this.#of(file)?.closed(file);
      }),
    );
  }

  static async open(folders: Folders, log: (message: string) => void): Promise<PrivateFolders> {
    const opened = new PrivateFolders(folders, log);
    await Promise.all([...opened.#files.values()].map((files) => files.read()));
    return opened;
  }

  /** Takes a real absolute path. */
  isPrivate(file: string): boolean {
    return this.#of(file)?.isPrivate(file) ?? true;
  }

  /** Of its contents nothing is told before everybody has said so. */
  mayTellContents(file: string): boolean {
    return this.#of(file)?.mayTellContents(file) ?? false;
  }

  /** Called when a file may have become private, or known not to be. */
  onChange(listener: () => void): void {
    for (const files of this.#files.values()) files.onChange(listener);
  }

  async close(): Promise<void> {
    this.#subscription.dispose();
    for (const files of this.#files.values()) await files.close();
  }

  #of(file: string): PrivateFiles | undefined {
    const root = this.#paths.rootOf(file);
    return root === undefined ? undefined : this.#files.get(root);
  }
}
