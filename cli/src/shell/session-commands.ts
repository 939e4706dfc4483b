/** The connection, and the shell itself. */
import { ideCommand } from "@tandem/agent";
import type { OutputOf } from "@tandem/protocol";
import { onOneLine, plain, styled } from "../output.js";
import type { ShellCommand } from "./command.js";
import type { Session } from "./session.js";

type Inside = OutputOf<"ide.editor.getWindow">;

/** A window that takes longer has nothing to say of itself. */
const ANSWER_MS = 2000;

export const connectionCommands: readonly ShellCommand[] = [
  {
    name: "/ide",
    usage: "[connect [port] | disconnect]",
    help: "show the connection, make it or end it",
    takes: ["connect", "disconnect"],
    run: async (session, rest, signal) =>
      session.print(plain(await ideCommand(session.bridge, rest, { cwd: session.folder, signal }))),
  },
  {
    name: "/status",
    help: "show the connection, what waits, and who else is there",
    anytime: true,
    run: async (session, _, signal) => {
      session.print(plain(await ideCommand(session.bridge, "", { cwd: session.folder, signal })));
      if (session.waiting !== undefined) session.print(`  ${session.waiting} waits for your decision.`);
      for (const line of await inside(session, signal)) session.print(`  ${line}`);
    },
  },
  {
    name: "/cancel",
    help: "take back the change that waits (also Ctrl+C)",
    run: (session) => session.print("Nothing is waiting."),
  },
];

/** `all` is asked when help is. */
export function generalCommands(all: () => readonly ShellCommand[]): readonly ShellCommand[] {
  return [
    {
      name: "/help",
      help: "show this",
      anytime: true,
      run: (session) => {
        const rows = all().map(({ name, usage = "", help }) => [`${name} ${usage}`.trimEnd(), help] as const);
        const width = Math.max(...rows.map(([command]) => command.length));
        for (const [command, help] of rows) session.print(`  ${command.padEnd(width)}  ${styled("dim", help)}`);
      },
    },
    {
      name: "/quit",
      help: "leave the shell (also Ctrl+D)",
      run: (session) => {
        session.ended = true;
      },
    },
  ];
}

/** What the window says of itself; nothing if it is none of ours. */
async function inside({ bridge }: Session, signal: AbortSignal): Promise<string[]> {
  const asked = bridge.connection?.callTool("ide.editor.getWindow", {}, { signal, timeoutMs: ANSWER_MS });
  const [text = ""] = (await asked?.catch(() => [])) ?? [];
  if (text === "") return [];
  const { agents, waitingReviews } = JSON.parse(text) as Inside;
  const others = agents.map(({ name, dialect }) => `${onOneLine(name)} (${dialect})`).join(", ");
  return [`other agents: ${others || "none"}`, `reviews that wait in the window: ${waitingReviews}`];
}
