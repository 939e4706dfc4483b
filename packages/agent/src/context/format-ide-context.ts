/** The editor's state as a few lines for a system prompt. */
import type { Diagnostic, EditorInfo } from "../connection/values.js";
import { cut, oneLine } from "./one-line.js";

/** Longest text, in characters. */
const MAX_CONTEXT = 800;
const MAX_TABS = 10;
const MAX_DIAGNOSTICS = 50;

/** What is known of the editor, and what of it is wanted. */
export interface IdeContext {
  readonly ideName: string;
  readonly openEditors?: readonly EditorInfo[] | undefined;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** True if left out. */
  readonly injectDiagnostics?: boolean;
  /** True if left out. */
  readonly injectOpenEditors?: boolean;
  /** How many errors are told in words; 50 if left out. */
  readonly maxDiagnostics?: number;
}

/**
 * At most 800 characters; null if there is nothing to tell. Names and messages come from the project and from language
 * servers: each is one clean line, so that none can pose as another part of the prompt.
 * In a prompt it stands between the state of git and the clipboard.
 */
export function formatIdeContext(context: IdeContext): string | null {
  const { ideName, injectDiagnostics = true, injectOpenEditors = true, maxDiagnostics = MAX_DIAGNOSTICS } = context;
  const lines = [
    ...(injectOpenEditors ? tabLines(context.openEditors ?? []) : []),
    ...(injectDiagnostics ? diagnosticLines(context.diagnostics ?? [], maxDiagnostics) : []),
  ];
  if (lines.length === 0) return null;
  return cut([`IDE connected: ${oneLine(ideName)}`, ...lines].join("\n"), MAX_CONTEXT);
}

function tabLines(editors: readonly EditorInfo[]): string[] {
  if (editors.length === 0) return [];
  return [
    `  Open tabs: ${editors
      .slice(0, MAX_TABS)
      .map(({ filePath }) => nameOf(filePath))
      .join(", ")}`,
  ];
}

function diagnosticLines(diagnostics: readonly Diagnostic[], most: number): string[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const counts = [
    ...(errors.length > 0 ? [`${errors.length} errors`] : []),
    ...(warnings.length > 0 ? [`${warnings.length} warnings`] : []),
  ];
  if (counts.length === 0) return [];
  const details = errors
    .slice(0, most)
    .map(({ filePath, line, message }) => `    ${nameOf(filePath)}:${line}: ${oneLine(message)}`);
  return [`  Diagnostics: ${counts.join(", ")}`, ...details];
}

function nameOf(path: string): string {
  return oneLine(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
}
