/** Line endings of a text that is to be changed by one whose lines end otherwise. */

/** What every line of a text ends with; undefined if there is none, or not the same everywhere. */
export function uniformEnding(text: string): "\n" | "\r\n" | undefined {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const lf = text.match(/\n/g)?.length ?? 0;
  if (lf === 0) return undefined;
  return crlf === lf ? "\r\n" : crlf === 0 ? "\n" : undefined;
}

/** An argument as it would stand in the text: models write line feeds where the file has CRLF. */
export function inEndingsOf(text: string, argument: string): string {
  return uniformEnding(text) === "\r\n" ? argument.replace(/\r?\n/g, "\r\n") : argument;
}

/** The lines with their endings; a final newline ends the last line. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
