/**
 * What the backend tells the page. State messages carry the whole of what they name, so the newest one is the truth
 * and a page that reconnects needs nothing but the ones it gets then. Offsets are UTF-16 units in a text whose
 * newlines are `\n`; lines are 1-based.
 */
import type { Diagnostic, GitStatus, Range, StatusLevel } from "@tandem/protocol";

export type ReviewState = "pending" | "accepted" | "partly-accepted" | "rejected" | "withdrawn" | "superseded";

export interface AgentView {
  readonly id: string;
  readonly name: string;
  /** A name from `agentColours`. */
  readonly colour: string;
  readonly connected: boolean;
}

export interface TabView {
  /** Real absolute path: the document's key. */
  readonly file: string;
  /** From the folder, `/`-separated. */
  readonly relative: string;
  readonly dirty: boolean;
  /** The file changed on disk while the buffer was dirty. */
  readonly conflict: boolean;
  /** Shown until another file is looked at; becomes a lasting tab by an edit or a double click. */
  readonly preview: boolean;
  /** For example "UTF-8", "UTF-8 with BOM". */
  readonly encoding: string;
  /** "LF", "CRLF", "CR" or "Mixed". */
  readonly endings: string;
}

/** One change of a document, as `@codemirror/collab` counts them: each moves the version by one. */
export interface DocumentUpdate {
  /** Of the page that made it; "" for agents and the disk. */
  readonly clientID: string;
  /** `ChangeSet.toJSON()`. */
  readonly changes: unknown;
}

/** One contiguous proposed replacement in the live text of the document at `ReviewView.version`. */
export interface HunkView {
  readonly id: number;
  /** Offsets of whole lines in the live text. */
  readonly from: number;
  readonly to: number;
  /** Whole lines, as the developer may have edited them. */
  readonly insert: string;
  readonly verdict: "undecided" | "accepted" | "rejected";
  /** The developer changed the same lines: it can be rejected, not accepted. */
  readonly stale: boolean;
  /** The developer edited it. */
  readonly edited: boolean;
  readonly comment: string;
}

export interface ReviewView {
  readonly id: string;
  readonly agent: AgentView;
  /** The agent has lost its connection; a decision still counts. */
  readonly agentGone: boolean;
  readonly file: string;
  readonly relative: string;
  readonly kind: "edit" | "create" | "delete";
  /** Reviews that were proposed as one change set share it. */
  readonly set?: string;
  /** Of the dialect it came through, or the file's name. */
  readonly title: string;
  readonly reason: string;
  /** Who puts what was accepted into the file; nobody: it is only shown. */
  readonly writer: "host" | "agent" | "nobody";
  /** Saved on accept, as its agent expects. */
  readonly saves: boolean;
  /** False: it is taken or left as a whole, as it is. */
  readonly editable: boolean;
  readonly state: ReviewState;
  /** Version of the document that the hunks' offsets belong to; of no meaning once it is decided. */
  readonly version: number;
  readonly hunks: readonly HunkView[];
  /** Lines that it adds and removes. */
  readonly added: number;
  readonly removed: number;
  /** This file can run code or steer agents. */
  readonly protected: boolean;
  readonly comment: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly createdAt: number;
  readonly decidedAt?: number;
  /** An accepted one whose change can still be taken back. */
  readonly undoable: boolean;
  /** It was accepted and then taken back. */
  readonly undone: boolean;
}

/** What an agent just did, shown where it happened and then gone. */
export interface Effect {
  readonly agent: AgentView;
  readonly file: string;
  readonly kind: "reveal" | "edit";
  readonly startLine: number;
  readonly endLine: number;
  /** What is to be selected. */
  readonly select?: Range;
}

/** A line of an agent's for the status bar. */
export interface Saying {
  readonly agent: AgentView;
  readonly message: string;
  readonly level: StatusLevel;
}

export interface ActivityEntry {
  readonly agent: string;
  readonly colour: string;
  readonly tool: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly at: number;
  readonly milliseconds: number;
  /** The error's code; undefined if it went well. */
  readonly error?: string;
}

export interface GitView {
  /** Undefined outside git. */
  readonly branch?: string;
  /** Relative path → status; files without one are unchanged. */
  readonly files: Readonly<Record<string, GitStatus>>;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface TreeEntry {
  readonly name: string;
  /** From the folder, `/`-separated. */
  readonly path: string;
  readonly type: "file" | "directory";
  readonly ignored: boolean;
}

export interface PageSettings {
  readonly mode: "review" | "trust" | "read-only";
  readonly saveOnAccept: "never" | "when-clean" | "always";
}

export type ToPage =
  | {
      readonly type: "welcome";
      readonly window: string;
      readonly root: string;
      readonly name: string;
      readonly version: string;
    }
  /** The secret is not the one of this window; the connection ends. */
  | { readonly type: "refused" }
  | { readonly type: "settings"; readonly settings: PageSettings }
  | { readonly type: "agents"; readonly agents: readonly AgentView[] }
  | { readonly type: "tabs"; readonly tabs: readonly TabView[] }
  /** The whole text of a document: after `openDocument`, and whenever updates cannot be told one by one. */
  | {
      readonly type: "document";
      readonly file: string;
      /** Another one after the document was closed or the backend restarted: versions of two editions cannot be compared. */
      readonly edition: string;
      readonly version: number;
      readonly text: string;
      /** How many updates of each page are in the text, by `clientID`, as far as that is known. */
      readonly taken: Readonly<Record<string, number>>;
    }
  /** The updates from `version` on, of a document that this page has asked for. */
  | {
      readonly type: "updates";
      readonly file: string;
      readonly version: number;
      readonly updates: readonly DocumentUpdate[];
    }
  /** The text up to this version would outlive the backend. */
  | { readonly type: "stored"; readonly file: string; readonly version: number }
  /** What is typed in it cannot be kept just now. It is tried again, and told again, until it is stored. */
  | { readonly type: "unstored"; readonly file: string; readonly reason: string }
  /** The document is closed in every page. */
  | { readonly type: "closed"; readonly file: string }
  /** Those that wait, in the order of the queue. */
  | { readonly type: "reviews"; readonly reviews: readonly ReviewView[] }
  /**
   * The last decided ones, the newest first, by their ids, and those of them that the page does not know as they are.
   * Told before the list in which they do not wait any more.
   */
  | { readonly type: "decided"; readonly ids: readonly string[]; readonly reviews: readonly ReviewView[] }
  | { readonly type: "diagnostics"; readonly file: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly type: "git"; readonly git: GitView }
  /** Directories whose entries have changed, from the folder; "" is the folder itself. */
  | { readonly type: "tree"; readonly directories: readonly string[] }
  | { readonly type: "effect"; readonly effect: Effect }
  | { readonly type: "said"; readonly saying: Saying }
  | { readonly type: "activity"; readonly entries: readonly ActivityEntry[] }
  | { readonly type: "reply"; readonly id: number; readonly result: unknown }
  | {
      readonly type: "failure";
      readonly id: number;
      readonly error: Failure;
    };
