/**
 * A tool is a value: everything anyone may ask about one callable operation stands in one object.
 * The MCP listing, the typed agent methods, the policy, the reference page and the CLI's help are derived from it.
 */
import * as z from "zod";
import type { ErrorCode } from "./errors.js";

/** What a call does to the developer's world; the policy decides by it. */
export const effects = ["read", "navigate", "adjust", "propose", "act"] as const;
export type Effect = (typeof effects)[number];

/** The domains a host can do. A tool's noun is the second word of its name. */
export const nouns = [
  "editor",
  "diagnostics",
  "symbols",
  "file",
  "debug",
  "test",
  "git",
  "diff",
  "terminal",
  "search",
  "review",
] as const;
export type Noun = (typeof nouns)[number];

type ObjectSchema = z.ZodObject;

export interface Tool<
  Name extends string = string,
  Input extends ObjectSchema = ObjectSchema,
  Output extends ObjectSchema = ObjectSchema,
> {
  /** `ide.<noun>.<verb>`. */
  readonly name: Name;
  readonly noun: Noun;
  /** A few words for people. */
  readonly title: string;
  /** For a model: when to prefer this tool and how to use it. */
  readonly description: string;
  /** Unknown keys are refused. */
  readonly input: Input;
  readonly output: Output;
  readonly effect: Effect;
  /** The codes this tool can answer beside those that every tool can (`commonErrors`). */
  readonly errors: readonly ErrorCode[];
  /** Longest time the call may take before it is aborted with `TIMED_OUT`, in milliseconds; undefined = as long as it takes. */
  readonly deadlineMs: number | undefined;
  /** False: what the dialects of the doors are made of. It can be called, and is not told of. */
  readonly listed: boolean;
}

export type ToolInput<T extends Tool> = z.output<T["input"]>;
export type ToolOutput<T extends Tool> = z.output<T["output"]>;
/** What a caller may write: defaults left out. */
export type ToolArguments<T extends Tool> = z.input<T["input"]>;

const DEFAULT_DEADLINE_MS = 30_000;

export function defineTool<
  Name extends `ide.${Noun}.${string}`,
  I extends z.ZodRawShape,
  O extends z.ZodRawShape,
>(tool: {
  name: Name;
  title: string;
  description: string;
  input: I;
  output: O;
  effect: Effect;
  errors: readonly ErrorCode[];
  /** 30 seconds if left out; "none" for calls that wait for the developer. */
  deadlineMs?: number | "none";
  /** True if left out. */
  listed?: boolean;
}): Tool<Name, z.ZodObject<I, z.core.$strict>, z.ZodObject<O, z.core.$strict>> {
  return {
    listed: true,
    ...tool,
    noun: tool.name.split(".")[1] as Noun,
    input: z.strictObject(tool.input),
    output: z.strictObject(tool.output),
    deadlineMs: tool.deadlineMs === "none" ? undefined : (tool.deadlineMs ?? DEFAULT_DEADLINE_MS),
  };
}

/** The same name for clients that refuse or mangle dots: `ide_editor_save`. */
export function underscoredName(name: string): string {
  return name.replaceAll(".", "_");
}
