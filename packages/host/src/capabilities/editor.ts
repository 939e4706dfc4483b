import type { Position } from "@tandem/protocol";
import type { ChangedBy } from "../review/text-writer.js";
import type { LineSource } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";

export interface OpenFile {
  readonly file: string;
  readonly dirty: boolean;
  readonly version: number;
  /** The file changed on disk while the buffer was dirty. */
  readonly conflict: boolean;
}

export interface FocusedFile extends OpenFile {
  readonly cursor: Position;
  /** Inclusive lines in view. */
  readonly visibleRange: { readonly startLine: number; readonly endLine: number };
}

/** A text at one moment; it does not change when the buffer does. */
export interface TextSnapshot {
  readonly text: LineSource;
  readonly version: number;
  readonly dirty: boolean;
}

/** Tabs and live buffers: looking, pointing and saving. Changing text is the `TextWriter`'s, which only the review desk holds. */
export interface EditorCapability {
  /** The focused tab; undefined if no file is open. */
  focused(): FocusedFile | undefined;
  /** Tabs in their order. */
  openFiles(): readonly OpenFile[];
  /** The live buffer, or the file on disk if it is not open. */
  read(path: WorkspacePath): Promise<TextSnapshot>;
  /** Opens the file and shows the line. `moved` is false if the developer was typing. Throws `RANGE_INVALID` past the end. */
  reveal(path: WorkspacePath, line: number, by: ChangedBy): Promise<{ moved: boolean }>;
  /** Writes the buffer to disk. Throws `FILE_NOT_OPEN`, `WRITE_FAILED`. */
  save(path: WorkspacePath): Promise<{ saved: boolean; version: number }>;
}
