import * as z from "zod";
import { column, file, limit, line, page } from "../fields.js";
import { defineTool } from "../tool.js";

const place = { file, line, column };

export const locationSchema = z.object({
  ...place,
  endLine: line,
  endColumn: column,
  text: z.string().describe("The line's text"),
});

export type Location = z.infer<typeof locationSchema>;

export const symbolSchema = z.object({
  name: z.string(),
  kind: z.string().describe("function, class, struct, variable…"),
  file,
  line,
  column,
  containerName: z.string().optional().describe("The scope that holds it"),
});

export type SymbolEntry = z.infer<typeof symbolSchema>;

export const symbolsTools = [
  defineTool({
    name: "ide.symbols.search",
    title: "Find symbols",
    description:
      "Find functions, classes, types and variables by name, or part of a name, anywhere in the workspace. Prefer it to grep when you look for a definition: it knows code from comments and strings.",
    input: { query: z.string().min(1).max(500).describe("A name or part of one"), limit: limit(100, 1000) },
    output: { symbols: z.array(symbolSchema), ...page },
    effect: "read",
    errors: ["LSP_NOT_READY"],
  }),
  defineTool({
    name: "ide.symbols.definition",
    title: "Go to definition",
    description:
      "Where the symbol at a position is defined. Give the place of any use of it; you get the file and line of its definition.",
    input: place,
    output: { locations: z.array(locationSchema) },
    effect: "read",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE", "RANGE_INVALID", "LSP_NOT_READY", "FILE_TOO_LARGE", "BINARY_FILE"],
  }),
  defineTool({
    name: "ide.symbols.references",
    title: "Find references",
    description:
      "Every use of the symbol at a position, across the workspace. Call it before you change a signature or rename something.",
    input: {
      ...place,
      includeDeclaration: z.boolean().default(true).describe("Count the declaration as a use (default true)"),
      limit: limit(200, 5000),
    },
    output: { locations: z.array(locationSchema), ...page },
    effect: "read",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE", "RANGE_INVALID", "LSP_NOT_READY", "FILE_TOO_LARGE", "BINARY_FILE"],
  }),
] as const;
