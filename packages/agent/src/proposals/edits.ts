/** The text that each file-writing tool would leave, from the text that is there. Pure; throws `INVALID_INPUT` or `RANGE_INVALID`. */
import { errors } from "@tandem/protocol";
import { applyPatch, parsePatch } from "diff";
import * as z from "zod";
import { inEndingsOf, linesOf, uniformEnding } from "../files/line-endings.js";
import { replaceByRegex } from "./regex-replace.js";
import type { FileWritingTool } from "./tool-call.js";

/** A tool's effect on a text. `path` is the file's, for tools that name several. */
type Edit = (current: string, input: Readonly<Record<string, unknown>>, path: string) => string;

const replacement = z.object({
  old_string: z.string().min(1),
  new_string: z.string().default(""),
  replace_all: z.boolean().default(false),
});

/** By tool; `write_file` needs nothing of what is there but its line endings. */
export const edits: Readonly<Record<FileWritingTool, Edit>> = {
  write_file: (current, input) => inEndingsOf(current, parse(z.object({ content: z.string() }), input).content),

  /** All replacements or none, one after the other. */
  edit_file: (current, input) => {
    const several = parse(z.object({ edits: z.array(replacement).optional() }), input).edits ?? [];
    const all = several.length > 0 ? several : [parse(replacement, input)];
    return all.reduce(replaceText, current);
  },

  edit_lines: (current, input) => {
    const schema = z.object({
      start_line: z.int().min(1),
      end_line: z.int().min(1).nullish(),
      new_content: z.string(),
    });
    const { start_line: start, end_line, new_content: content } = parse(schema, input);
    const end = end_line ?? start;
    const lines = linesOf(current);
    if (start > lines.length || end > lines.length || end < start) {
      throw errors.rangeInvalid(`Lines ${start} to ${end} are not among the ${lines.length} of the file.`);
    }
    const inserted = inEndingsOf(current, content);
    // Whole lines are replaced: the last of the new ones ends as the last of the old ones did.
    const ending = /\r?\n$/.exec(lines[end - 1] ?? "")?.[0] ?? "";
    const closed = inserted === "" || inserted.endsWith("\n") ? inserted : inserted + ending;
    return [...lines.slice(0, start - 1), closed, ...lines.slice(end)].join("");
  },

  /** On a line of its own, unless `newline` is false. */
  append_file: (current, input) => {
    const { content, newline } = parse(z.object({ content: z.string(), newline: z.boolean().default(true) }), input);
    const gap = newline && current !== "" && !current.endsWith("\n") ? (uniformEnding(current) ?? "\n") : "";
    return current + gap + inEndingsOf(current, content);
  },

  regex_replace: (current, input) => {
    const schema = z.object({
      pattern: z.string().min(1),
      replacement: z.string(),
      count: z.int().min(0).default(0),
      ignore_case: z.boolean().default(false),
      multiline: z.boolean().default(false),
      dotall: z.boolean().default(false),
    });
    const wanted = parse(schema, input);
    // A pattern's `$` and `\n` mean the end of a line, however lines end here.
    if (uniformEnding(current) !== "\r\n") return replaceByRegex(current, wanted);
    return replaceByRegex(current.replaceAll("\r\n", "\n"), wanted).replace(/\r?\n/g, "\r\n");
  },

  /** A unified diff; hunks may have moved, but not changed. */
  patch: (current, input, path) => {
    const { diff } = parse(z.object({ diff: z.string().min(1) }), input);
    const files = parseDiff(diff);
    const wanted = files.length === 1 ? files : files.filter((file) => namesPath(file, path));
    const [file] = wanted;
    if (!file || wanted.length > 1) throw errors.invalidInput(`The diff does not say clearly what to do with ${path}.`);
    const patched = applyPatch(current, file, { autoConvertLineEndings: true });
    if (patched === false) throw errors.invalidInput("The diff does not fit the file as it is.");
    return patched;
  },
};

function replaceText(current: string, { old_string, new_string, replace_all }: z.output<typeof replacement>): string {
  const old = inEndingsOf(current, old_string);
  const parts = current.split(old);
  if (parts.length === 1)
    throw errors.invalidInput(`The file does not hold ${JSON.stringify(old_string.slice(0, 100))}.`);
  if (parts.length > 2 && !replace_all) {
    throw errors.invalidInput(
      `The file holds ${JSON.stringify(old_string.slice(0, 100))} ${parts.length - 1} times; give more of its surroundings, or replace_all.`,
    );
  }
  return parts.join(inEndingsOf(current, new_string));
}

type FileDiff = ReturnType<typeof parsePatch>[number];

function parseDiff(diff: string): FileDiff[] {
  try {
    return parsePatch(diff).filter(({ hunks }) => hunks.length > 0);
  } catch (error) {
    throw errors.invalidInput(`The diff cannot be read: ${(error as Error).message}`);
  }
}

/** Whether the path ends with what the diff calls the file, `a/` and `b/` left out. */
function namesPath({ oldFileName, newFileName }: FileDiff, path: string): boolean {
  return [oldFileName, newFileName].some((name) => {
    const plain = name?.replace(/^[ab]\//, "");
    return plain !== undefined && plain !== "" && (path === plain || path.endsWith(`/${plain}`));
  });
}

function parse<T extends z.ZodType>(schema: T, input: Readonly<Record<string, unknown>>): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw errors.invalidInput(`${issue?.path.join(".") || "The call"}: ${issue?.message}.`);
}
