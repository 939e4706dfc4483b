import type { Position, Range, StatusLevel } from "@tandem/protocol";
import type { ChangedBy } from "../review/text-writer.js";
import type { Selection } from "../selection.js";
import type { LineSource } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";

export interface OpenFile {
  readonly file: string;
  readonly dirty: boolean;
  readonly version: number;
  /** The file changed on disk while the buffer was dirty. */
  readonly conflict: boolean;
  /** It has the focus among the tabs. */
  readonly active: boolean;
  /** Its tab makes room for the next one. */
  readonly preview: boolean;
  /** As editors name them, for example "typescript"; "plaintext" if unknown. */
  readonly language: string;
}

export interface OpenRequest {
  readonly preview: boolean;
  /** Bring it to the front. */
  readonly show: boolean;
  readonly select: Range | undefined;
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
  /** What is selected; `latest`: also if it was before the developer went to another program. */
  selection(latest: boolean): Selection | undefined;
  /** The live buffer, or the file on disk if it is not open. */
  read(path: WorkspacePath): Promise<TextSnapshot>;
  /** Opens the file and shows the line. `moved` is false if the developer was typing. Throws `RANGE_INVALID` past the end. */
  reveal(path: WorkspacePath, line: number, by: ChangedBy): Promise<{ moved: boolean }>;
  /** Opens the file in a tab. `moved` is false if it was not brought to the front, for instance because the developer was typing. */
  open(path: WorkspacePath, request: OpenRequest, by: ChangedBy): Promise<{ language: string; moved: boolean }>;
  /** Closes the file's tab; false if there is none. Throws `NOT_ALLOWED` if it has unsaved changes, or is before the developer. */
  close(path: WorkspacePath): Promise<boolean>;
  /** Shows a line of an agent's to the developer, and an error more plainly. */
  showStatus(message: string, level: StatusLevel, by: ChangedBy): void;
  /** Writes the buffer to disk. Throws `FILE_NOT_OPEN`, `WRITE_FAILED`. */
  save(path: WorkspacePath): Promise<{ saved: boolean; version: number }>;
}
