/** The connection, and the shell itself. */
import { ideCommand } from "@tandem/agent";
import type { OutputOf } from "@tandem/protocol";
import { onOneLine, plain, styled } from "../output.js";
import type { ShellCommand } from "./command.js";
import type { ShellScope } from "./shell-scope.js";

type Inside = OutputOf<"ide.editor.getWindow">;

/** A window that takes longer has nothing to say of itself. */
const ANSWER_MS = 2000;

export const connectionCommands: readonly ShellCommand[] = [
  {
    name: "/ide",
    usage: "[connect [port] | disconnect]",
    help: "show the connection, make it or end it",
    takes: ["connect", "disconnect"],
    run: async (shell, rest, signal) =>
      shell.print(plain(await ideCommand(shell.bridge, rest, { cwd: shell.folder, signal }))),
  },
  {
    name: "/status",
    help: "show the connection, what waits, and who else is there",
    anytime: true,
    run: async (shell, _, signal) => {
      shell.print(plain(await ideCommand(shell.bridge, "", { cwd: shell.folder, signal })));
      if (shell.waiting !== undefined) shell.print(`  ${shell.waiting} waits for your decision.`);
      for (const line of await inside(shell, signal)) shell.print(`  ${line}`);
    },
  },
  {
    name: "/cancel",
    help: "take back the change that waits (also Ctrl+C)",
    run: (shell) => shell.print("Nothing is waiting."),
  },
];

/** `all` is asked when help is. */
export function generalCommands(all: () => readonly ShellCommand[]): readonly ShellCommand[] {
  return [
    {
      name: "/help",
      help: "show this",
      anytime: true,
      run: (shell) => {
        const rows = all().map(({ name, usage = "", help }) => [`${name} ${usage}`.trimEnd(), help] as const);
        const width = Math.max(...rows.map(([command]) => command.length));
        for (const [command, help] of rows) shell.print(`  ${command.padEnd(width)}  ${styled("dim", help)}`);
      },
    },
    {
      name: "/quit",
      help: "leave the shell (also Ctrl+D)",
      run: (shell) => {
        shell.ended = true;
      },
    },
  ];
}

/** What the window says of itself; nothing if it is none of ours. */
async function inside({ bridge }: ShellScope, signal: AbortSignal): Promise<string[]> {
  const asked = bridge.connection?.callTool("ide.editor.getWindow", {}, { signal, timeoutMs: ANSWER_MS });
  const [text = ""] = (await asked?.catch(() => [])) ?? [];
  if (text === "") return [];
  const { agents, waitingReviews } = JSON.parse(text) as Inside;
  const others = agents.map(({ name, dialect }) => `${onOneLine(name)} (${dialect})`).join(", ");
  return [`other agents: ${others || "none"}`, `reviews that wait in the window: ${waitingReviews}`];
}
