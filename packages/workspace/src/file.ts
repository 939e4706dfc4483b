/** Lists a folder: by git with statuses in a work tree, by ripgrep elsewhere. Every call looks afresh. */
import type { FileCapability } from "@tandem/host";
import { type BytePath, decodePath, encodePath } from "./byte-path.js";
import { pageOfTree } from "./file-tree.js";
import { type FoundFiles, gitFiles } from "./git-files.js";
import { globMatcher } from "./glob.js";
import { ripgrepFiles } from "./ripgrep-files.js";

export interface FileListOptions {
  /** Real absolute path. */
  readonly root: string;
  /** Glob patterns over paths relative to the root. `.git` never shows, whatever they say. */
  readonly excludes?: readonly string[];
  /** The program; left out: the one that comes along. */
  readonly ripgrep?: string;
}

export interface FileList extends FileCapability {
  /** All files that are not ignored or excluded, relative to the root, "/"-separated, in byte order. */
  listFiles(signal?: AbortSignal): Promise<readonly string[]>;
}

export function createFileList({ root, excludes = [], ripgrep }: FileListOptions): FileList {
  const isExcluded = globMatcher(excludes);
  const isShown = (path: BytePath) => !isExcluded(decodePath(path));

  const find = async (directory: string, signal?: AbortSignal): Promise<FoundFiles> => {
    const { paths, statuses } = (await gitFiles(root, directory, signal)) ?? {
      paths: await ripgrepFiles(root, signal, ripgrep),
      statuses: new Map(),
    };
    return { paths: excludes.length === 0 ? paths : paths.filter(isShown), statuses };
  };

  return {
    async list({ directory, recursive, limit, after }, signal) {
      const { paths, statuses } = await find(directory.relative, signal);
      return pageOfTree(paths, statuses, { directory: encodePath(directory.relative), recursive, limit, after });
    },

    async listFiles(signal) {
      const { paths } = await find("", signal);
      return paths.filter((path) => !path.endsWith("/")).map(decodePath);
    },
  };
}
