/** What the language servers say of open files. */
import { computed, signal } from "@preact/signals";
import type { Diagnostic } from "@tandem/protocol";

export const diagnostics = signal<ReadonlyMap<string, readonly Diagnostic[]>>(new Map());

export function takeDiagnostics(file: string, found: readonly Diagnostic[]): void {
  const next = new Map(diagnostics.value);
  if (found.length > 0) next.set(file, found);
  else next.delete(file);
  diagnostics.value = next;
}

const gravity = { error: 0, warning: 1, info: 2, hint: 3 };

/** All, by file, the gravest first. */
export const problems = computed(() =>
  [...diagnostics.value.values()].flatMap((found) =>
    found.toSorted((a, b) => gravity[a.severity] - gravity[b.severity] || a.line - b.line),
  ),
);

export function countProblems(found: readonly Diagnostic[]): { errors: number; warnings: number } {
  const errors = found.filter(({ severity }) => severity === "error").length;
  const warnings = found.filter(({ severity }) => severity === "warning").length;
  return { errors, warnings };
}
