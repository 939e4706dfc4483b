/** Asks the developer whether a tool call may be made: in the editor if there is one, else in the terminal. */
import { relative } from "node:path";
import { IdeError } from "@tandem/protocol";
import type { IdeBridge } from "../bridge/ide-bridge.js";
import { oneLine } from "../context/one-line.js";
import { readTextFile, writeTextFile } from "../files/text-file.js";
import { type ProposedContent, proposedContent } from "../proposals/proposed-content.js";
import { type ToolCall, writesFile } from "../proposals/tool-call.js";
import { askPlainly, inTurn, showAndAsk } from "../terminal/ask.js";
import { streamTerminal, type Terminal } from "../terminal/terminal.js";

/** The developer's answer. */
export type Confirmation =
  | { readonly result: "DENY"; readonly by: "ide" | "terminal" }
  | {
      /** `ALLOW_ALWAYS`: and do not ask in the terminal for this file again. */
      readonly result: "ALLOW_ONCE" | "ALLOW_ALWAYS";
      /** `nobody`: nobody was asked. */
      readonly by: "ide" | "terminal" | "nobody";
      /** True if the editor has written the file already: it must not be written again. */
      readonly written: boolean;
      /** What to write: the proposal, or what the developer made of it. Undefined for calls that write no file. */
      readonly content: string | undefined;
      /** The text that the decision was about; null for no file. */
      readonly base: string | null | undefined;
    };

/** Who may be asked, and how. */
export interface ConfirmOptions {
  readonly bridge?: IdeBridge | undefined;
  /** The process's own if left out. */
  readonly terminal?: Terminal;
  /** The agent's directory; the process's own if left out. */
  readonly cwd?: string;
  /** The user has chosen that nobody is asked. */
  readonly yolo?: boolean;
  /** Files for which the user has said *always*; they are added here. */
  readonly alwaysAllowed?: Set<string>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * `targetPath` is the absolute path of the file that the call writes; undefined for other calls.
 * A change is shown in the editor if one is connected and shows diffs; what the editor cannot show, or a lost editor has
 * not decided, is asked in the terminal, but only after the editor's answer is known to be none. Rejects only when aborted.
 */
export async function confirmWithIdeOrTerminal(
  call: ToolCall,
  targetPath: string | undefined,
  options: ConfirmOptions = {},
): Promise<Confirmation> {
  const { terminal = streamTerminal(), cwd = process.cwd(), signal } = options;
  if (options.yolo) return { result: "ALLOW_ONCE", by: "nobody", written: false, content: undefined, base: undefined };
  if (targetPath === undefined || !writesFile(call.name)) return plainly(describe(call), terminal, signal);
  let proposal: ProposedContent;
  try {
    proposal = await proposedContent(call, targetPath, cwd);
  } catch (error) {
    return plainly(`${describe(call)}\n${oneLine(IdeError.from(error).message)}`, terminal, signal);
  }
  const name = relative(cwd, targetPath) || targetPath;
  const fromIde = await askIde(proposal, targetPath, name, { ...options, terminal });
  return (
    fromIde ?? inTurn(terminal, () => askHere(proposal, targetPath, name, { ...options, terminal }), options.signal)
  );
}

/** Writes what was allowed, unless the editor has; says whether the file now holds it. Throws `STALE` if it has changed since. */
export async function applyConfirmation(path: string, confirmation: Confirmation): Promise<boolean> {
  if (confirmation.result === "DENY" || confirmation.content === undefined) return false;
  if (!confirmation.written) await writeTextFile(path, confirmation.content, confirmation.base);
  return true;
}

/** Undefined if the editor has not decided, and will not. */
async function askIde(
  { before, after }: ProposedContent,
  path: string,
  name: string,
  { bridge, terminal, signal }: ConfirmOptions & { terminal: Terminal },
): Promise<Confirmation | undefined> {
  if (!bridge?.config.useIdeDiffs) return undefined;
  // Lost, not left: one attempt, after the one that is under way and beside those that the bridge makes by itself.
  const { status } = bridge.state;
  if (status === "waiting" || status === "connecting") await bridge.reconnectIfDead(undefined, { signal });
  const { connection } = bridge;
  if (!connection?.isConnected) return undefined;
  const diff = { oldFilePath: path, newFilePath: path, newFileContents: after, tabName: name };
  try {
    const decision = await bridge.openDiff(diff, { signal });
    if (decision.outcome === "DIFF_REJECTED") return { result: "DENY", by: "ide" };
    const { finalText, written } = decision;
    return { result: "ALLOW_ONCE", by: "ide", written, content: finalText, base: before };
  } catch (error) {
    signal?.throwIfAborted();
    const { ideName } = connection.ideInfo;
    terminal.write(`\n${oneLine(ideName)} did not decide: ${oneLine(IdeError.from(error).message)}\n`);
    return undefined;
  }
}

/** In the person's turn: whoever was asked before may have changed the file, or said *always*. */
async function askHere(
  { before, after }: ProposedContent,
  path: string,
  name: string,
  { terminal, alwaysAllowed, signal }: ConfirmOptions & { terminal: Terminal },
): Promise<Confirmation> {
  // A lost editor may have written something, or the developer: the question is about the file as it is now.
  const base = (await readTextFile(path).catch(() => undefined))?.text ?? null;
  const allowed = { by: "terminal", base } as const;
  if (base !== before) {
    if (base === after) return { ...allowed, by: "ide", result: "ALLOW_ONCE", written: true, content: after };
    terminal.write("The file has changed since the change was proposed.\n");
  } else if (alwaysAllowed?.has(path)) {
    return { ...allowed, result: "ALLOW_ALWAYS", by: "nobody", written: false, content: after };
  }
  const answer = await showAndAsk({ name, before: base, after }, terminal, signal);
  if (answer.verdict === "no") return { result: "DENY", by: "terminal" };
  if (answer.verdict === "always") alwaysAllowed?.add(path);
  const result = answer.verdict === "always" ? "ALLOW_ALWAYS" : "ALLOW_ONCE";
  return { ...allowed, result, written: false, content: answer.text };
}

async function plainly(text: string, terminal: Terminal, signal: AbortSignal | undefined): Promise<Confirmation> {
  if (!(await askPlainly(text, terminal, signal))) return { result: "DENY", by: "terminal" };
  return { result: "ALLOW_ONCE", by: "terminal", written: false, content: undefined, base: undefined };
}

/** The call on a few clean lines. */
function describe({ name, arguments: input }: ToolCall): string {
  const lines = Object.entries(input).map(([key, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `  ${oneLine(key)}: ${oneLine(text)}`;
  });
  return [oneLine(name), ...lines].join("\n");
}
