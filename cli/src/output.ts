/** What the command prints: for people, or one JSON value for programs. Colours only on a terminal. */
import { IdeError } from "@tandem/protocol";

/** A wrong use of the command line; exits with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Something that people can mend, said in one or two sentences; exits with 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export function styled(style: keyof typeof codes, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const coloured = stream.isTTY && !process.env["NO_COLOR"];
  return coloured ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}

/** Whoever reads our output may stop early, as `head` does. A command that only prints is done then. */
export function endWithReader(): void {
  process.stdout.on("error", () => process.exit(0));
}

/** A window goes on, whether or not anybody reads what it says. */
export function goOnWithoutReader(): void {
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Says what went wrong and sets the exit code: 2 for a wrong use, else 1. */
export function fail(thrown: unknown, json: boolean): void {
  process.exitCode = thrown instanceof UsageError ? 2 : 1;
  if (json) {
    const error = thrown instanceof IdeError ? thrown.toWire() : { message: messageOf(thrown) };
    return printJson({ error });
  }
  process.stderr.write(`${describeError(thrown, process.stderr)}\n`);
}

/** For people: what went wrong and, where that is known, what to do next. */
export function describeError(thrown: unknown, stream: NodeJS.WriteStream): string {
  const mark = styled("red", "error", stream);
  if (!(thrown instanceof IdeError)) return `${mark} ${plain(messageOf(thrown))}`;
  return `${mark} ${thrown.code}: ${plain(thrown.message)}\n${styled("dim", plain(thrown.hint), stream)}`;
}

/** Foreign text without the characters that steer a terminal or turn text around; newlines and tabs stay. */
export function plain(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, "");
}

/** Foreign text on one line. */
export function onOneLine(text: string): string {
  return plain(text).replace(/\s*\n\s*/g, " ");
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
