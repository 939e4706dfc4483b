/** The language servers' findings, underlined and told on hover. */
import { type Diagnostic as Finding, setDiagnostics } from "@codemirror/lint";
import type { EditorState, Text, TransactionSpec } from "@codemirror/state";
import type { Diagnostic } from "@tandem/protocol";

/** Positions beyond the text are drawn to its end: the findings may be of a text a moment older. */
export function findingsIn(text: Text, diagnostics: readonly Diagnostic[]): Finding[] {
  return diagnostics.map(({ line, column, endLine, endColumn, severity, message, source, code }) => {
    const from = offsetOf(text, line, column);
    const to = Math.max(from, offsetOf(text, endLine, endColumn));
    return { from, to, severity, message, source: code ? `${source} ${code}` : source };
  });
}

export function offsetOf(text: Text, line: number, column: number): number {
  if (line > text.lines) return text.length;
  const { from, to } = text.line(Math.max(1, line));
  return Math.min(to, from + Math.max(0, column - 1));
}

export function underline(state: EditorState, diagnostics: readonly Diagnostic[]): TransactionSpec {
  return setDiagnostics(state, findingsIn(state.doc, diagnostics));
}
