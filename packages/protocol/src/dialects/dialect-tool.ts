/** A tool of a dialect over the WebSocket: what is listed of it, what it takes, and the text that it answers. */
import * as z from "zod";
import type { JsonSchema } from "../json-schema.js";

/** The value that a tool's first content item stands for, to and from the text that it is. */
export type TextForm = z.ZodType<unknown, string>;

/** Everything that both ends need to know of one tool. */
export interface DialectTool<Input extends z.ZodObject = z.ZodObject, Text extends TextForm = TextForm> {
  /** For a model. */
  readonly description: string;
  /** Arguments that it does not know are let through and dropped. */
  readonly input: Input;
  /** Of the first content item: `z.decode(text, …)` reads it, `z.encode(text, …)` writes it. */
  readonly text: Text;
}

/** What a tool takes, read. */
export type DialectInput<T extends DialectTool> = z.output<T["input"]>;
/** What its first content item stands for. */
export type DialectValue<T extends DialectTool> = z.output<T["text"]>;

/** Tools of a dialect, by the names under which they are called. */
export type DialectTools = Readonly<Record<string, DialectTool>>;

/** A tool from its parts. */
export function dialectTool<I extends z.ZodRawShape, T extends TextForm>(
  description: string,
  input: I,
  text: T,
): DialectTool<z.ZodObject<I>, T> {
  return { description, input: z.object(input), text };
}

/** A value as JSON text. */
export function json<T extends z.ZodType>(schema: T) {
  return z.codec(z.string(), schema, {
    decode: (text, context) => {
      try {
        return JSON.parse(text) as z.input<T>;
      } catch {
        context.issues.push({ code: "custom", input: text, message: "is not JSON" });
        return z.NEVER;
      }
    },
    encode: (value) => JSON.stringify(value),
  });
}

/** A tool as `tools/list` tells it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** What `tools/list` answers, in the order of the table. */
export function listDialectTools(tools: DialectTools): ListedTool[] {
  return Object.entries(tools).map(([name, { description, input }]) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
    return { name, description, inputSchema: inputSchema as JsonSchema };
  });
}

/** How the developer decided on a diff. Closing its tab is a rejection. */
export const diffOutcomes = ["FILE_SAVED", "DIFF_REJECTED"] as const;

/** `openDiff` takes the same in every dialect. */
export const openDiffInput = {
  old_file_path: z.string().min(1).max(4096).describe("Absolute path of the file as it is"),
  new_file_path: z.string().min(1).max(4096).describe("Absolute path of the file to write: the same"),
  new_file_contents: z.string().describe("The whole proposed text"),
  tab_name: z.string().min(1).max(1000).describe("What to call the tab"),
};
