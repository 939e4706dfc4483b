/** Servers' symbols and locations in the protocol's words. */
import { sep } from "node:path";
import { fromZeroBased, type Location, rangeFromZeroBased, type SymbolEntry } from "@tandem/protocol";
import type {
  LocationLink,
  Location as LspLocation,
  SymbolInformation,
  WorkspaceSymbol,
} from "vscode-languageserver-protocol";
import { fileOf } from "./file-uri.js";

/** By `SymbolKind`, which counts from 1. */
const kinds = [
  "file",
  "module",
  "namespace",
  "package",
  "class",
  "method",
  "property",
  "field",
  "constructor",
  "enum",
  "interface",
  "function",
  "variable",
  "constant",
  "string",
  "number",
  "boolean",
  "array",
  "object",
  "key",
  "null",
  "enum member",
  "struct",
  "event",
  "operator",
  "type parameter",
];

export function symbolKind(kind: number): string {
  return kinds[kind - 1] ?? "symbol";
}

/** The symbols that lie below the root, in the server's order. */
export function toSymbols(answer: unknown, root: string): SymbolEntry[] {
  const found = (answer ?? []) as readonly (SymbolInformation | WorkspaceSymbol)[];
  return found.flatMap(({ name, kind, location, containerName }) => {
    const file = fileOf(location.uri);
    if (!file?.startsWith(root.endsWith(sep) ? root : root + sep)) return [];
    const start = "range" in location ? location.range.start : { line: 0, character: 0 };
    return [{ name, kind: symbolKind(kind), file, ...fromZeroBased(start), ...(containerName && { containerName }) }];
  });
}

/** A server's answer to a question for places: one, many, or links to them. */
export type Places = LspLocation | readonly (LspLocation | LocationLink)[] | null;

/** `readLine` gives the text of a 1-based line; where it fails the text is empty. */
export function toLocations(
  places: Places,
  readLine: (file: string, line: number) => Promise<string>,
): Promise<Location[]> {
  const all = places === null ? [] : Array.isArray(places) ? places : [places];
  const found = all.flatMap((place: LspLocation | LocationLink) => {
    const [uri, zeroBased] = "uri" in place ? [place.uri, place.range] : [place.targetUri, place.targetSelectionRange];
    const file = fileOf(uri);
    const range = rangeFromZeroBased(zeroBased);
    return file === undefined ? [] : [{ file, ...range.start, endLine: range.end.line, endColumn: range.end.column }];
  });
  return Promise.all(
    found.map(async (place) => ({ ...place, text: await readLine(place.file, place.line).catch(() => "") })),
  );
}
