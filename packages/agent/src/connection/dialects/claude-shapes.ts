/**
 * What servers of the claude dialect really answer. VS Code's is the reference; Neovim's sends a diagnostic per content
 * item, flat and 1-based; Emacs' has other keys, and counts lines and characters from 1.
 */
import { fromZeroBased } from "@tandem/protocol";
import * as z from "zod";
import { parseJson } from "../../parse-json.js";
import type { Diagnostic, EditorInfo, Selection } from "../values.js";

/** From what lines and characters are counted. */
export interface Bases {
  readonly line: 0 | 1;
  readonly character: 0 | 1;
}

/** As the reference counts, and all notifications. */
export const zeroBased: Bases = { line: 0, character: 0 };

/** JSON text in any shape; the schema says which. */
export const jsonText = <T extends z.ZodType>(schema: T) => z.string().transform(parseJson).pipe(schema);

const position = z.object({ line: z.int().min(0), character: z.int().min(0) });
const range = z.object({ start: position, end: position });

/** Absent values come as null, too: Emacs has but one word for both. */
const flag = z.boolean().nullish().transform(Boolean);

/** 1 to 4 as language servers number them, or a word in any case. */
const severity = z.union([z.number(), z.string()]).transform((value): Diagnostic["severity"] => {
  const names = ["error", "warning", "info", "hint"] as const;
  if (typeof value === "number") return names[value - 1] ?? "info";
  return names.find((name) => value.toLowerCase().startsWith(name)) ?? "info";
});

const message = z.string();
const source = z.string().nullish();
const flatDiagnostic = z.object({ filePath: z.string(), line: z.int().min(1), severity, message, source });
const groupedDiagnostics = z.array(
  z.object({ uri: z.string(), diagnostics: z.array(z.object({ message, severity, range, source })) }),
);

/** One content item: all diagnostics, by file or flat, or a single one. */
export const diagnosticsText = jsonText(z.union([groupedDiagnostics, z.array(flatDiagnostic), flatDiagnostic]));

/** The diagnostics in one content item. */
export function diagnosticsIn(item: z.output<typeof diagnosticsText>, bases: Bases): Diagnostic[] {
  return (Array.isArray(item) ? item : [item]).flatMap((entry) => {
    if (!("uri" in entry)) return [diagnosticOf(entry.filePath, entry.line, entry)];
    const filePath = pathOf(entry.uri);
    return entry.diagnostics.map((found) => diagnosticOf(filePath, lineOf(found.range.start, bases), found));
  });
}

function diagnosticOf(
  filePath: string,
  line: number,
  {
    message,
    severity,
    source,
  }: { message: string; severity: Diagnostic["severity"]; source?: string | null | undefined },
): Diagnostic {
  return { filePath, line, message, severity, ...(source != null && { source }) };
}

/** `success: false` where nothing is selected; Emacs leaves `success` out. */
export const selectionText = jsonText(
  z.union([
    z.object({ success: z.literal(false) }),
    z.object({ text: z.string(), filePath: z.string().nullish(), selection: range.nullish() }),
    z.null(),
  ]),
);

/** Also what `selection_changed` carries. Undefined where no file holds the selection. */
export function selectionIn(value: unknown, bases: Bases): Selection | undefined {
  const parsed = z
    .object({ text: z.string().default(""), filePath: z.string().min(1), selection: range })
    .safeParse(value);
  if (!parsed.success) return undefined;
  const { text, filePath, selection } = parsed.data;
  return {
    filePath,
    text,
    startLine: lineOf(selection.start, bases),
    startCharacter: selection.start.character - bases.character,
    endLine: lineOf(selection.end, bases),
    endCharacter: selection.end.character - bases.character,
  };
}

const tab = z.object({ uri: z.string(), isActive: flag, isDirty: flag, languageId: z.string().nullish() });
const buffer = z.object({ path: z.string(), active: flag, isDirty: flag });

/** Tabs, or Emacs' buffers. */
export const editorsText = jsonText(
  z.union([z.object({ tabs: z.array(tab) }), z.object({ editors: z.array(buffer) })]),
);

/** The tabs that were told. */
export function editorsIn(value: z.output<typeof editorsText>): EditorInfo[] {
  if ("editors" in value) {
    return value.editors.map(({ path, active, isDirty }) => ({ filePath: path, isActive: active, isDirty }));
  }
  return value.tabs.map(({ uri, isActive, isDirty, languageId }) => ({
    filePath: pathOf(uri),
    isActive,
    isDirty,
    ...(languageId && { languageId }),
  }));
}

/** Paths, or objects that hold them. */
export const foldersText = jsonText(
  z.object({ folders: z.array(z.union([z.string(), z.object({ path: z.string() })])) }),
).transform(({ folders }) => folders.map((folder) => (typeof folder === "string" ? folder : folder.path)));

/** A file that is not open has no unsaved changes. */
export const dirtyText = jsonText(
  z.union([z.object({ success: z.literal(false) }), z.object({ isDirty: flag })]),
).transform((value) => "isDirty" in value && value.isDirty);

function lineOf({ line, character }: { line: number; character: number }, bases: Bases): number {
  return bases.line === 1 ? line : fromZeroBased({ line, character }).line;
}

/** Also of plain paths. Some servers escape everything, slashes included, and some nothing at all. */
function pathOf(uri: string): string {
  const path = uri.startsWith("file://") ? uri.slice("file://".length) : uri;
  const escaped = path !== uri && /^[\w!'()*~.:/%-]*$/.test(path);
  if (!escaped) return path;
  try {
    return withoutDriveSlash(decodeURIComponent(path));
  } catch {
    return path;
  }
}

/** `/C:/a` is `C:/a`. */
function withoutDriveSlash(path: string): string {
  return path.replace(/^\/(?=[A-Za-z]:\/)/, "");
}
