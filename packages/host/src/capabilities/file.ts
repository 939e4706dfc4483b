import type { FileEntry } from "@tandem/protocol";
import type { WorkspacePath } from "../workspace-path.js";

export interface FileListing {
  readonly entries: readonly FileEntry[];
  /** How many entries there are on all pages. */
  readonly total: number;
  /** Where the next page begins; undefined on the last one. */
  readonly next: string | undefined;
}

export interface FileListRequest {
  readonly directory: WorkspacePath;
  readonly recursive: boolean;
  readonly limit: number;
  /** `next` of the previous page. */
  readonly after: string | undefined;
}

export interface FileCapability {
  /** What is in the directory and not ignored, a directory before its contents, in byte order. */
  list(request: FileListRequest, signal: AbortSignal): Promise<FileListing>;
}
