import * as z from "zod";
import type { Tool } from "./tool.js";

export type JsonSchema = Record<string, unknown> & { type: "object"; properties?: Record<string, JsonSchema> };

/** A tool's schemas as JSON Schema 2020-12; input as a caller may write it, defaults left out. */
export function jsonSchemas(tool: Tool): { input: JsonSchema; output: JsonSchema } {
  return { input: convert(tool.input, "input"), output: convert(tool.output, "output") };
}

function convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest as JsonSchema;
}
