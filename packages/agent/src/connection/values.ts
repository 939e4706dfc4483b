/** What an editor tells, the same from every dialect. Lines are 1-based, characters 0-based in UTF-16 units. */

/** How the developer decided on a diff. Closing its tab is a rejection. */
export const DiffOutcome = { FILE_SAVED: "FILE_SAVED", DIFF_REJECTED: "DIFF_REJECTED" } as const;
/** One of the two words. */
export type DiffOutcome = (typeof DiffOutcome)[keyof typeof DiffOutcome];

/** A decision with what follows from it. */
export type DiffResult =
  | {
      readonly outcome: "FILE_SAVED";
      /** What the developer accepted: the proposal, or what they made of it. */
      readonly finalText: string;
      /** True if the editor has written the file; else the agent is to write it. */
      readonly written: boolean;
    }
  | { readonly outcome: "DIFF_REJECTED" };

/** A proposal to show. */
export interface DiffRequest {
  /** Absolute. */
  readonly oldFilePath: string;
  /** Absolute; usually the same. */
  readonly newFilePath: string;
  readonly newFileContents: string;
  readonly tabName: string;
  /** The same key asks for the same review again, where the editor knows keys. */
  readonly key?: string | undefined;
}

/** An error, warning or hint of a language server. */
export interface Diagnostic {
  readonly filePath: string;
  readonly line: number;
  readonly message: string;
  readonly severity: "error" | "warning" | "info" | "hint";
  /** Who says so. */
  readonly source?: string;
}

/** Selected text; empty where there is only a cursor. */
export interface Selection {
  readonly filePath: string;
  readonly text: string;
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** An open tab. */
export interface EditorInfo {
  readonly filePath: string;
  readonly isActive: boolean;
  readonly isDirty: boolean;
  readonly languageId?: string;
}
