import type { SymbolsCapability, WorkspacePath } from "@tandem/host";
import { errors, fromZeroBased, type Location, type Position, rangeFromZeroBased, toZeroBased } from "@tandem/protocol";
import { symbolKind } from "@tandem/workspace";
import {
  commands,
  type LocationLink,
  type SymbolInformation,
  type TextDocument,
  type Uri,
  type Location as VsCodeLocation,
  Position as VsCodePosition,
  workspace,
} from "vscode";
import type { Folders } from "../folders.js";
import { openDocument } from "../open-document.js";

/** Longest line that is given whole, in UTF-16 units. */
const MAX_LINE_LENGTH = 500;

/** TypeScript's extension searches the projects of open files, so one of them has to be. */
const seedLanguages = ["typescript", "typescriptreact", "javascript", "javascriptreact"];
const SEED_FILES = "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}";

type Place = VsCodeLocation | LocationLink;

export function createSymbols(folders: Folders): SymbolsCapability {
  const places = async (command: string, path: WorkspacePath, position: Position): Promise<readonly Location[]> => {
    const document = await openDocument(folders, path);
    const { line, character } = checked(document, position);
    const at = new VsCodePosition(line, character);
    const found = await commands.executeCommand<Place[] | undefined>(command, document.uri, at);
    return Promise.all((found ?? []).map((place) => locationOf(folders, place)));
  };
  return {
    search: async (query) => {
      await seed();
      const found = await commands.executeCommand<SymbolInformation[] | undefined>(
        "vscode.executeWorkspaceSymbolProvider",
        query,
      );
      return (found ?? []).flatMap(({ name, kind, location, containerName }) => {
        const file = folders.fileOf(location.uri);
        if (file === undefined || folders.paths.rootOf(file) === undefined) return [];
        const start = fromZeroBased(location.range.start);
        // TypeScript's extension writes functions as `name()`. VS Code counts kinds from 0, language servers from 1.
        const symbol = { name: name.replace(/\(\)$/, ""), kind: symbolKind(kind + 1), file, ...start };
        return [{ ...symbol, ...(containerName && { containerName }) }];
      });
    },
    definition: (path, position) => places("vscode.executeDefinitionProvider", path, position),
    references: async (path, position, includeDeclaration) => {
      const found = await places("vscode.executeReferenceProvider", path, position);
      if (includeDeclaration) return found;
      const declared = new Set((await places("vscode.executeDefinitionProvider", path, position)).map(keyOf));
      return found.filter((location) => !declared.has(keyOf(location)));
    },
  };
}

async function seed(): Promise<void> {
  if (
    workspace.textDocuments.some(({ languageId, uri }) => uri.scheme === "file" && seedLanguages.includes(languageId))
  )
    return;
  const [file] = await workspace.findFiles(SEED_FILES, "**/node_modules/**", 1);
  if (file) await workspace.openTextDocument(file);
}

function checked(document: TextDocument, position: Position) {
  const { line, column } = position;
  if (line > document.lineCount) {
    throw errors.rangeInvalid(`Line ${line} is past the end: there are ${document.lineCount} lines.`);
  }
  const longest = document.lineAt(line - 1).text.length + 1;
  if (column > longest) throw errors.rangeInvalid(`Column ${column} is past the end of line ${line}.`);
  return toZeroBased(position);
}

async function locationOf(folders: Folders, place: Place): Promise<Location> {
  const [uri, zeroBased] =
    "targetUri" in place
      ? [place.targetUri, place.targetSelectionRange ?? place.targetRange]
      : [place.uri, place.range];
  const { start, end } = rangeFromZeroBased(zeroBased);
  const text = (await lineAt(uri, start.line)).slice(0, MAX_LINE_LENGTH);
  return { file: folders.fileOf(uri) ?? uri.toString(), ...start, endLine: end.line, endColumn: end.column, text };
}

/** "" where there is no such line. */
async function lineAt(uri: Uri, line: number): Promise<string> {
  try {
    const document = await workspace.openTextDocument(uri);
    return document.lineAt(line - 1).text;
  } catch {
    return "";
  }
}

function keyOf({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}
