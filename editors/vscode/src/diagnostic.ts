/** Diagnostics of VS Code and of TypeScript's server in the protocol's words. Pure. */
import { type Diagnostic, rangeFromZeroBased, type ZeroBasedRange } from "@tandem/protocol";

/** By `DiagnosticSeverity` of VS Code, which counts from 0. */
const severities = ["error", "warning", "info", "hint"] as const;

/** What there is of VS Code's `Diagnostic`. */
export interface EditorDiagnostic {
  readonly range: ZeroBasedRange;
  readonly severity: number;
  readonly message: string;
  readonly source?: string | undefined;
  readonly code?: string | number | { readonly value: string | number } | undefined;
}

export function fromEditor(file: string, { range, severity, message, source, code }: EditorDiagnostic): Diagnostic {
  const { start, end } = rangeFromZeroBased(range);
  const value = typeof code === "object" ? code.value : code;
  return {
    file,
    ...start,
    endLine: end.line,
    endColumn: end.column,
    severity: severities[severity] ?? "error",
    message,
    ...(value !== undefined && { code: String(value) }),
    source: source ?? "",
  };
}

/** As TypeScript's server sends it; lines and offsets are 1-based. */
export interface ServerDiagnostic {
  readonly start: { readonly line: number; readonly offset: number };
  readonly end: { readonly line: number; readonly offset: number };
  readonly text: string;
  readonly code?: number;
  readonly category: string;
  readonly source?: string;
}

const categories: Readonly<Record<string, Diagnostic["severity"]>> = {
  error: "error",
  warning: "warning",
  suggestion: "hint",
};

export function fromServer(file: string, { start, end, text, code, category, source }: ServerDiagnostic): Diagnostic {
  return {
    file,
    line: start.line,
    column: start.offset,
    endLine: end.line,
    endColumn: end.offset,
    severity: categories[category] ?? "info",
    message: text,
    ...(code !== undefined && { code: String(code) }),
    source: source ?? TYPESCRIPT_SOURCE,
  };
}

/** What TypeScript's own diagnostics name as their source. */
export const TYPESCRIPT_SOURCE = "ts";
