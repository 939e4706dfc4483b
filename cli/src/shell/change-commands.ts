/** Changes as an agent would propose them: confirmed in the editor, and in the terminal when there is none. */
import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  applyConfirmation,
  type Confirmation,
  confirmWithIdeOrTerminal,
  proposedContent,
  type ToolCall,
} from "@tandem/agent";
import { CommandError, onOneLine, styled, UsageError } from "../output.js";
import type { ShellCommand } from "./command.js";
import type { ShellScope } from "./shell-scope.js";
import { wordsOf } from "./words.js";

export const changeCommands: readonly ShellCommand[] = [
  {
    name: "/write",
    usage: "<file> [< <other file>]",
    help: "propose a file's text: lines up to a single dot, or another file's",
    takes: "path",
    run: async (shell, rest, signal) => {
      const [file, ...redirection] = wordsOf(rest);
      const source = redirection.join("").replace(/^</, "");
      if (file === undefined || (redirection.length > 0 && (source === "" || !redirection[0]?.startsWith("<")))) {
        throw new UsageError("/write <file>, or /write <file> < <other file>");
      }
      const content = source === "" ? await typedText(shell, file, signal) : await textOf(shell, source);
      await change(shell, file, { name: "write_file", arguments: { content } }, signal);
    },
  },
  {
    name: "/edit",
    usage: "<file>",
    help: "propose an edit: in your $EDITOR, or as old text and new text",
    takes: "path",
    run: async (shell, rest, signal) => {
      const [file, ...more] = wordsOf(rest);
      if (file === undefined || more.length > 0) throw new UsageError("/edit <file>");
      await change(shell, file, (await edited(shell, file, signal)) ?? (await replaced(shell, signal)), signal);
    },
  },
];

function typedText(shell: ShellScope, file: string, signal: AbortSignal): Promise<string> {
  shell.print(styled("dim", `The text of ${onOneLine(file)}; a single dot ends it.`));
  return shell.readText(signal);
}

async function textOf(shell: ShellScope, file: string): Promise<string> {
  const bytes = await readFile(resolve(shell.folder, file)).catch((error: Error) => {
    throw new CommandError(`The text cannot be read: ${error.message}.`);
  });
  if (!isUtf8(bytes) || bytes.includes(0)) throw new CommandError(`${file} is not text in UTF-8.`);
  return bytes.toString("utf8");
}

/** What the person has made of the file in their editor; undefined if they have none. */
async function edited(shell: ShellScope, file: string, signal: AbortSignal): Promise<ToolCall | undefined> {
  const path = resolve(shell.folder, file);
  const { before } = await proposedContent({ name: "write_file", arguments: { content: "" } }, path);
  if (before === null) throw new CommandError(`There is no file ${path}. /write makes a new one.`);
  const content = await shell.terminal.edit(before, file, signal);
  return content === undefined ? undefined : { name: "write_file", arguments: { content } };
}

async function replaced(shell: ShellScope, signal: AbortSignal): Promise<ToolCall> {
  const ask = async (what: string) => {
    shell.print(styled("dim", `${what}; a single dot ends it.`));
    return (await shell.readText(signal)).replace(/\n$/, "");
  };
  const oldText = await ask("The text to replace");
  if (oldText === "") throw new CommandError("There is nothing to replace: give some text that the file holds.");
  return { name: "edit_file", arguments: { old_string: oldText, new_string: await ask("The new text") } };
}

async function change(shell: ShellScope, file: string, call: ToolCall, signal: AbortSignal): Promise<void> {
  const { bridge, folder, terminal, alwaysAllowed } = shell;
  const path = resolve(folder, file);
  const name = shell.nameOf(path);
  const { before, after } = await proposedContent(call, path, folder);
  if (before === after) return shell.print(`${name} holds this already.`);
  const editor = bridge.isConnected ? onOneLine(bridge.connection?.ideInfo.ideName ?? "") : undefined;
  if (editor !== undefined) {
    shell.print(styled("dim", `${name} waits for your decision in ${editor}; /cancel or Ctrl+C takes it back.`));
  }
  shell.waiting = name;
  try {
    const answer = await confirmWithIdeOrTerminal(call, path, { bridge, terminal, cwd: folder, alwaysAllowed, signal });
    await applyConfirmation(path, answer);
    shell.print(outcome(answer, name, after, editor ?? "the editor"));
  } finally {
    shell.waiting = undefined;
  }
}

function outcome(answer: Confirmation, name: string, proposed: string, editor: string): string {
  const where = answer.by === "ide" ? ` in ${editor}` : "";
  if (answer.result === "DENY") return styled("yellow", `Rejected${where}: ${name} stays as it is.`);
  const how = answer.content === proposed ? "" : ", with your changes";
  return styled("green", `Accepted${where}${how}: ${name} is written.`);
}
