import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileCapability } from "@tandem/host";
import { createFileList } from "@tandem/workspace";
import { env, Uri, workspace } from "vscode";

/** Without what `files.exclude` leaves out; the setting is looked at in every call. */
export function createFiles(): FileCapability {
  const ripgrep = ownRipgrep();
  return {
    list: (request, signal) => {
      const { root } = request.directory;
      return createFileList({ root, excludes: excludesOf(root), ...(ripgrep !== undefined && { ripgrep }) }).list(
        request,
        signal,
      );
    },
  };
}

/** Patterns that only hold where another file stands beside are not taken: nothing is hidden that might be wanted. */
function excludesOf(root: string): readonly string[] {
  const excludes = workspace.getConfiguration("files", Uri.file(root)).get<Record<string, unknown>>("exclude", {});
  return Object.entries(excludes)
    .filter(([, hidden]) => hidden === true)
    .map(([pattern]) => pattern);
}

/** The one that VS Code brings along. */
function ownRipgrep(): string | undefined {
  const program = process.platform === "win32" ? "rg.exe" : "rg";
  const folders = ["node_modules", "node_modules.asar.unpacked"].flatMap((modules) => [
    join(modules, "@vscode", "ripgrep", "bin"),
    join(modules, "@vscode", "ripgrep-universal", "bin", `${process.platform}-${process.arch}`),
  ]);
  return folders.map((folder) => join(env.appRoot, folder, program)).find(existsSync);
}
