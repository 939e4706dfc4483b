/** Input and output fields that several tools share, each with the sentence a model reads. */
import * as z from "zod";
import { MAX_LINE } from "./position.js";

export const file = z.string().min(1).max(4096).describe("Absolute path");
export const line = z.int().min(1).max(MAX_LINE).describe("1-based line");
export const column = z.int().min(1).max(MAX_LINE).describe("1-based column, in UTF-16 units");
export const version = z.int().min(0).describe("Version of the text; it moves with every change");
export const dirty = z.boolean().describe("True if the buffer holds unsaved changes");

export const position = z.object({ line, column });

/** What a text file can hold: no NUL, no half of a surrogate pair. */
export const text = z.string().refine((value) => !/\0|\p{Surrogate}/u.test(value), {
  message: "holds a NUL or half a surrogate pair, which a text file cannot",
});

/** A page size with its default and its cap. */
export function limit(byDefault: number, most: number) {
  return z.int().min(1).max(most).default(byDefault).describe(`At most this many are returned (default ${byDefault})`);
}

/** Said by every capped list. */
export const page = {
  total: z.int().min(0).describe("How many there are in all"),
  truncated: z.boolean().describe("True if some were left out"),
};
