/**
 * The closed table of errors an agent can get. A code, what it means, and what to do next.
 * Errors are made by the named factories below and nowhere else.
 */

/** code → what it means, and the hint given when the factory has nothing better to say. */
export const errorTable = {
  FILE_NOT_FOUND: {
    meaning: "The file does not exist in the workspace.",
    hint: "List the workspace with ide.file.list and use a path from there.",
  },
  FILE_NOT_OPEN: {
    meaning: "No editor tab holds what the call needs.",
    hint: "Open a file first, for example with ide.editor.goToLine.",
  },
  RANGE_INVALID: {
    meaning: "The line range lies outside the text or is reversed.",
    hint: "Read the file with ide.editor.getContent; totalLines says how many lines there are.",
  },
  LSP_NOT_READY: {
    meaning: "The language server has not started, is restarting, or did not answer in time.",
    hint: "Call again in a few seconds.",
  },
  DEBUG_NOT_ACTIVE: {
    meaning: "There is no active debug session.",
    hint: "Start one with ide.debug.launch.",
  },
  NO_WORKSPACE: {
    meaning: "No folder is open, or the folder is gone.",
    hint: "Ask the developer to open the folder again.",
  },
  INVALID_INPUT: {
    meaning: "The call names an unknown tool, or its input does not fit the tool's schema.",
    hint: "Compare the input with the tool's schema.",
  },
  OUTSIDE_WORKSPACE: {
    meaning: "The path leads out of the workspace, directly or through a link.",
    hint: "Only paths below the workspace folders can be used.",
  },
  STALE: {
    meaning: "The text is no longer what the call expected. Nothing was changed.",
    hint: "Read the file again with ide.editor.getContent and repeat the call with fresh values.",
  },
  REVIEW_NOT_FOUND: {
    meaning: "There is no review with that id.",
    hint: "List the reviews with ide.review.list.",
  },
  NOT_ALLOWED: {
    meaning: "The developer's mode does not allow this.",
    hint: "Only the developer can change the mode; ask them.",
  },
  NOT_SUPPORTED: {
    meaning: "This editor cannot do that.",
    hint: "Use another tool, or your own means.",
  },
  FILE_TOO_LARGE: {
    meaning: "The file, or the part asked for, is over the size limit.",
    hint: "Ask for a range of lines with startLine and endLine; a file over 10 MiB cannot be opened here.",
  },
  BINARY_FILE: {
    meaning: "The file is not text that can be read without loss.",
    hint: "Only text in UTF-8, UTF-16 or Latin-1 can be read and edited here.",
  },
  WRITE_FAILED: {
    meaning: "The file could not be written. The old file is untouched.",
    hint: "Tell the developer; their disk or permissions may need care.",
  },
  GIT_BUSY: {
    meaning: "Another process holds git's lock.",
    hint: "Call again in a few seconds.",
  },
  GIT_FAILED: {
    meaning: "git refused or failed.",
    hint: "Read git's words in the message.",
  },
  TIMED_OUT: {
    meaning: "The call took longer than it may.",
    hint: "Narrow the call, or try again later.",
  },
  CONNECTION_LOST: {
    meaning: "The connection ended before an answer came.",
    hint: "Connect again and ask for the outcome before repeating a change.",
  },
  INTERNAL: {
    meaning: "Something went wrong inside the editor.",
    hint: "Try again; if it persists, tell the developer to look at the log.",
  },
} as const satisfies Record<string, { meaning: string; hint: string }>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];

/** Codes that any call can answer, whatever the tool. */
export const commonErrors: readonly ErrorCode[] = [
  "INVALID_INPUT",
  "NOT_ALLOWED",
  "NOT_SUPPORTED",
  "NO_WORKSPACE",
  "TIMED_OUT",
  "INTERNAL",
];

export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  /** What to do next. */
  readonly hint: string;
}

export class IdeError extends Error {
  override readonly name = "IdeError";
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? errorTable[code].hint;
  }

  toWire(): WireError {
    return { code: this.code, message: this.message, hint: this.hint };
  }

  /** Anything thrown, as one of ours; what is not ours becomes `INTERNAL` and keeps its cause. */
  static from(thrown: unknown): IdeError {
    if (thrown instanceof IdeError) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new IdeError("INTERNAL", message, { cause: thrown });
  }
}

const error = (code: ErrorCode, message: string, hint?: string, cause?: unknown) =>
  new IdeError(code, message, { ...(hint !== undefined && { hint }), ...(cause !== undefined && { cause }) });

export const errors = {
  fileNotFound: (path: string) => error("FILE_NOT_FOUND", `There is no file ${path}.`),
  isDirectory: (path: string) =>
    error("FILE_NOT_FOUND", `${path} is a directory, not a file.`, "List it with ide.file.list."),
  notADirectory: (path: string) =>
    error("FILE_NOT_FOUND", `${path} is a file, not a directory.`, "Read it with ide.editor.getContent."),
  notARegularFile: (path: string) =>
    error("FILE_NOT_FOUND", `${path} is not a regular file.`, "Pipes, sockets and devices cannot be opened."),
  noFileOpen: () => error("FILE_NOT_OPEN", "No file is open in the editor."),
  fileNotOpen: (path: string) => error("FILE_NOT_OPEN", `${path} is not open in the editor.`),
  rangeInvalid: (message: string) => error("RANGE_INVALID", message),
  lspNotReady: (message: string) => error("LSP_NOT_READY", message),
  noWorkspace: (root?: string) =>
    error("NO_WORKSPACE", root === undefined ? "No folder is open." : `The folder ${root} is gone.`),
  unknownTool: (name: string) =>
    error("INVALID_INPUT", `There is no tool named ${name}.`, "List the tools to see their names."),
  invalidInput: (message: string) => error("INVALID_INPUT", message),
  differentFiles: (from: string, to: string) =>
    error(
      "INVALID_INPUT",
      `${from} and ${to} are different files.`,
      "Pass the file to change or to make as both paths.",
    ),
  relativePath: (path: string) =>
    error("INVALID_INPUT", `${path} is not an absolute path.`, "Pass an absolute path inside the workspace."),
  absolutePath: (path: string) =>
    error("INVALID_INPUT", `${path} is absolute.`, "Pass a directory relative to the workspace folder."),
  outsideWorkspace: (path: string) => error("OUTSIDE_WORKSPACE", `${path} is outside the workspace.`),
  stale: (message: string) => error("STALE", message),
  reviewNotFound: (id: string) => error("REVIEW_NOT_FOUND", `There is no review ${id} of yours.`),
  fileExists: (path: string) =>
    error("STALE", `There is a file ${path} already.`, "Read it with ide.editor.getContent and edit it."),
  notAllowed: (message: string, hint?: string) => error("NOT_ALLOWED", message, hint),
  unsavedChanges: (path: string) =>
    error("NOT_ALLOWED", `${path} has unsaved changes.`, "Save it with ide.editor.save first, or leave it open."),
  notSupported: (message: string, hint?: string) => error("NOT_SUPPORTED", message, hint),
  fileTooLarge: (path: string, bytes: number, limit: number, hint?: string) =>
    error("FILE_TOO_LARGE", `${path} is ${bytes} bytes long; the limit is ${limit}.`, hint),
  answerTooLarge: (bytes: number, limit: number) =>
    error(
      "FILE_TOO_LARGE",
      `The answer would be ${bytes} bytes long; the limit is ${limit}.`,
      "Ask for less at a time.",
    ),
  binaryFile: (path: string, why: string) => error("BINARY_FILE", `${path} ${why}.`),
  writeFailed: (path: string, cause: unknown) =>
    error("WRITE_FAILED", `${path} could not be written: ${reason(cause)}.`, undefined, cause),
  notEncodable: (path: string, why: string) =>
    error(
      "WRITE_FAILED",
      `${path} could not be written: its text ${why}.`,
      "Write it with characters that the file's encoding has, or ask the developer to convert the file.",
    ),
  changedOnDisk: (path: string) =>
    error(
      "WRITE_FAILED",
      `${path} was changed on disk while its buffer holds unsaved changes. Nothing was written.`,
      "The developer has to choose between the two.",
    ),
  gitFailed: (message: string) => error("GIT_FAILED", message),
  timedOut: (what: string, ms: number) => error("TIMED_OUT", `${what} took longer than ${ms} ms.`),
  cancelled: (what: string) => error("TIMED_OUT", `${what} was cancelled.`, "Call again if you still need it."),
  connectionLost: (message: string) => error("CONNECTION_LOST", message),
  internal: (message: string, cause?: unknown) => error("INTERNAL", message, undefined, cause),
};

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
