/** The words of a command line: separated by white space, which quotes and backslashes make part of a word. */
import { UsageError } from "../output.js";

/** Throws `UsageError` if a quote is not closed. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const word = /(?:\\.|"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'\\])+/gs;
  const rest = text.replace(word, (raw) => {
    words.push(plainWord(raw));
    return "";
  });
  if (rest.trim() !== "") throw new UsageError("A quote is not closed.");
  return words;
}

/** As it is to be typed. */
export function typedWord(word: string): string {
  return word.replace(/[\s"'\\]/g, "\\$&");
}

/** What a raw word stands for, also one that is still being typed. */
export function plainWord(raw: string): string {
  return raw.replace(/\\(.)|"((?:\\.|[^"\\])*)"|'([^']*)'/gs, (_, escaped, double, single) => {
    return escaped ?? double?.replace(/\\(["\\])/g, "$1") ?? single;
  });
}
