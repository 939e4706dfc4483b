import type { Agent } from "../agents.js";
import type { LineSource, TextChange } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";

export interface LiveText {
  readonly text: LineSource;
  readonly version: number;
  readonly dirty: boolean;
}

/** The agent whose change it is, as far as it is needed to mark it. */
export type ChangedBy = Pick<Agent, "id" | "name" | "colour">;

/** A file whose text is to be changed, and how. */
export interface FileChange {
  readonly path: WorkspacePath;
  /** Called with the live text; what it returns, in order and apart, is applied. If it throws, nothing is changed. */
  readonly plan: (live: LiveText) => readonly TextChange[];
}

/** The one way to change text. The review desk holds it and nobody else. */
export interface TextWriter {
  /** The live text at this very moment; undefined if the file is not open. */
  now(path: WorkspacePath): LiveText | undefined;
  /** The live text; the file is opened in the background if it is not open. */
  live(path: WorkspacePath): Promise<LiveText>;
  /**
   * Throws `FILE_TOO_LARGE` or `WRITE_FAILED` if the file, with the changes made, could not be; of one that is not open,
   * if it could not be made of what they insert. Left out where there are no such limits.
   */
  check?(path: WorkspacePath, changes: readonly TextChange[]): void;
  /**
   * Opens the files in the background, then plans all of them and applies all of them, with nothing able to change
   * a text in between. If one plan throws, nothing is changed. Returns the versions afterwards, in the same order.
   */
  change(files: readonly FileChange[], by: ChangedBy): Promise<readonly number[]>;
  /** Makes a new file, and the folders it needs, on disk and opens it. Throws `WRITE_FAILED`, also if there is one already. */
  create(path: WorkspacePath, text: string, by: ChangedBy): Promise<{ version: number }>;
  /**
   * Closes the buffer and removes the file from disk. Throws `WRITE_FAILED`. Returns what brings the file back as it was
   * on disk, and throws `WRITE_FAILED` too, also if there is one again.
   */
  remove(path: WorkspacePath, by: ChangedBy): Promise<() => Promise<void>>;
  /**
   * Called after every change of a live text, whoever made it; the changes are those of the text before. What happened
   * to the file while it was closed is told when it is opened again. Returns the undo.
   */
  onChange(listener: (path: string, changes: readonly TextChange[], text: LineSource) => void): () => void;
  /** Throws `WRITE_FAILED`. */
  save(path: WorkspacePath): Promise<{ version: number }>;
}
