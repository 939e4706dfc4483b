/** What an agent sees of the editor, and what it can ask of it. */
import { resolve } from "node:path";
import type { Diagnostic } from "@tandem/agent";
import { listedTools, nexus3 } from "@tandem/protocol";
import { onOneLine, plain, styled, UsageError } from "../output.js";
import { render } from "../render.js";
import type { ShellCommand } from "./command.js";
import type { ShellScope } from "./shell-scope.js";
import { wordsOf } from "./words.js";

/** More are counted, not shown. */
const MAX_DIAGNOSTICS = 100;

const colours = { error: "red", warning: "yellow", info: "cyan", hint: "dim" } as const;

export const editorCommands: readonly ShellCommand[] = [
  {
    name: "/context",
    help: "show what a model would be told of the editor",
    run: async (shell, _, signal) => {
      shell.editor();
      const context = await shell.bridge.refreshContext({ signal });
      shell.print(context === null ? "Nothing: no tab is open, and there are no problems." : plain(context));
    },
  },
  {
    name: "/open",
    usage: "<file>[:line]",
    help: "show a file in the editor",
    takes: "path",
    run: async (shell, rest, signal) => {
      const [place, ...more] = wordsOf(rest);
      if (place === undefined || more.length > 0) throw new UsageError("/open <file>[:line]");
      const [, file = place, line] = /^(.+?):(\d+)$/.exec(place) ?? [];
      await open(shell, resolve(shell.folder, file), line, signal);
    },
  },
  {
    name: "/diagnostics",
    usage: "[file]",
    help: "list errors and warnings, of one file or of all",
    takes: "path",
    run: async (shell, rest, signal) => {
      const [file] = wordsOf(rest);
      const path = file === undefined ? undefined : resolve(shell.folder, file);
      const found = await shell.editor().getDiagnostics(path, { signal });
      if (found.length === 0) return shell.print("No problems.");
      for (const diagnostic of found.slice(0, MAX_DIAGNOSTICS)) shell.print(problem(shell, diagnostic));
      const hidden = found.length - MAX_DIAGNOSTICS;
      if (hidden > 0) shell.print(styled("dim", `… ${hidden} more`));
    },
  },
  {
    name: "/selection",
    help: "show what you selected last in the editor",
    run: async (shell, _, signal) => {
      const selection = await shell.editor().getLatestSelection({ signal });
      if (!selection) return shell.print("Nothing is selected.");
      const { filePath, startLine, endLine, text } = selection;
      const lines = startLine === endLine ? startLine : `${startLine}-${endLine}`;
      shell.print(styled("bold", `${shell.nameOf(filePath)}:${lines}`));
      shell.print(text === "" ? styled("dim", "the cursor, and no text") : plain(text));
    },
  },
  {
    name: "/call",
    usage: "<tool> [json]",
    help: "call any tool of the editor",
    takes: [...Object.keys(nexus3.tools), ...listedTools.map(({ name }) => name)],
    run: async (shell, rest, signal) => {
      const [, tool, json = ""] = /^(\S+)\s*(.*)$/s.exec(rest) ?? [];
      if (tool === undefined) throw new UsageError("/call <tool> [json]");
      const texts = await shell.editor().callTool(tool, inputOf(json), { signal, timeoutMs: "none" });
      for (const text of texts) shell.print(shown(text));
    },
  },
];

async function open(shell: ShellScope, path: string, line: string | undefined, signal: AbortSignal): Promise<void> {
  const connection = shell.editor();
  const editor = onOneLine(connection.ideInfo.ideName);
  if (line === undefined) {
    await connection.openFile(path, { signal });
    return shell.print(`${shell.nameOf(path)} is open in ${editor}.`);
  }
  // The dialects' own tool has no line; Tandem's windows have one that has.
  if (!connection.knowsKeys) {
    await connection.openFile(path, { signal });
    return shell.print(`${shell.nameOf(path)} is open in ${editor}, which cannot be told to show a line.`);
  }
  await connection.callTool("ide.editor.goToLine", { file: path, line: Number(line) }, { signal });
  shell.print(`${shell.nameOf(path)}:${line} is shown in ${editor}.`);
}

function problem(shell: ShellScope, { filePath, line, severity, message, source }: Diagnostic): string {
  const said = source === undefined ? "" : styled("dim", `  (${onOneLine(source)})`);
  const place = `${shell.nameOf(filePath)}:${line}`;
  return `${place}  ${styled(colours[severity], severity)}  ${onOneLine(message)}${said}`;
}

function inputOf(json: string): object {
  try {
    const input: unknown = JSON.parse(json === "" ? "{}" : json);
    if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  } catch (error) {
    throw new UsageError(`The input is not valid JSON: ${(error as Error).message}`);
  }
  throw new UsageError('The input is a JSON object, for example {"query": "main"}');
}

/** A structure as names and values; any other text as it is. */
function shown(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return render({ result: value });
    if (typeof value === "object" && value !== null) return render(value as Record<string, unknown>);
  } catch {
    // It is no JSON.
  }
  return plain(text);
}
