/** A dialect as the agent sees it: for each of the eleven methods, what to call and how to read the answer. */
import { errors } from "@tandem/protocol";
import type * as z from "zod";
import type { Diagnostic, DiffRequest, DiffResult, EditorInfo, Selection } from "../values.js";

/** One call of a tool. */
export interface DialectCall<T> {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Takes the texts of the answer's content, in order. Throws if they say nothing that the dialect knows. */
  read(texts: readonly string[]): T;
}

/** How to make each of the eleven calls. */
export interface DialectCalls {
  openDiff(diff: DiffRequest): DialectCall<DiffResult>;
  openFile(filePath: string, preview: boolean): DialectCall<void>;
  getDiagnostics(uri: string | undefined): DialectCall<Diagnostic[]>;
  getCurrentSelection(): DialectCall<Selection | undefined>;
  getLatestSelection(): DialectCall<Selection | undefined>;
  getOpenEditors(): DialectCall<EditorInfo[]>;
  getWorkspaceFolders(): DialectCall<string[]>;
  checkDocumentDirty(filePath: string): DialectCall<boolean>;
  saveDocument(filePath: string): DialectCall<void>;
  closeTab(tabName: string): DialectCall<void>;
  closeAllDiffTabs(): DialectCall<void>;
}

/** The value in a text, or an error that says what came instead. */
export function decode<T>(tool: string, schema: z.ZodType<T, string>, text: string | undefined): T {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw errors.internal(`The editor answered ${tool} with ${JSON.stringify(text?.slice(0, 200))}.`);
}

/** What `openDiff` takes, in every dialect. */
export function openDiffInput(diff: DiffRequest): Record<string, unknown> {
  return {
    old_file_path: diff.oldFilePath,
    new_file_path: diff.newFilePath,
    new_file_contents: diff.newFileContents,
    tab_name: diff.tabName,
  };
}
