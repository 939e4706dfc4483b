import * as z from "zod";
import { column, file, limit, line, page, version } from "../fields.js";
import { defineTool } from "../tool.js";

export const severities = ["error", "warning", "info", "hint"] as const;

export const diagnosticSchema = z.object({
  file,
  line,
  column,
  endLine: line,
  endColumn: column,
  severity: z.enum(severities),
  message: z.string(),
  code: z.string().optional(),
  source: z.string().describe("Who says so, for example typescript"),
});

export type Diagnostic = z.infer<typeof diagnosticSchema>;

export const diagnosticsTools = [
  defineTool({
    name: "ide.diagnostics.list",
    title: "Errors and warnings",
    description:
      "Errors, warnings and hints of the language servers, for one file or for all open ones, computed on the live buffers. Prefer it to running a compiler. The call waits until the servers have seen the newest text; a file whose entry in files says fresh: false has no trustworthy answer yet, so do not take it for clean.",
    input: {
      file: file.optional().describe("Absolute path; all open files if left out"),
      waitMs: z
        .int()
        .min(0)
        .max(20_000)
        .default(10_000)
        .describe("Longest wait for fresh results, in ms (default 10000)"),
      limit: limit(500, 10_000),
    },
    output: {
      diagnostics: z.array(diagnosticSchema),
      files: z
        .array(
          z.object({
            file,
            version: version.describe("Version of the text the results were computed for"),
            fresh: z.boolean().describe("False: the results are older than the text, or unknown"),
            reason: z.string().optional().describe("Why the results are not fresh"),
          }),
        )
        .describe("One entry per file that was asked about"),
      ...page,
    },
    effect: "read",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE", "FILE_TOO_LARGE", "BINARY_FILE"],
  }),
] as const;
