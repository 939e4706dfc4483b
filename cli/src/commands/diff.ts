/**
 * Two files as a change that somebody decides: exits with 0 if it is accepted, 1 if it is rejected, 2 if it could not
 * be decided. In the editor the file of the workspace becomes what was accepted; in the terminal nothing is written.
 */
import { realpath } from "node:fs/promises";
import { devNull } from "node:os";
import { basename, dirname, relative, resolve } from "node:path";
import {
  applyConfirmation,
  defaultIdeConfig,
  IdeBridge,
  proposedContent,
  renderDiff,
  streamTerminal,
} from "@tandem/agent";
import { IdeError, TOOLBOX_VERSION } from "@tandem/protocol";
import { CommandError, describeError, onOneLine, print, UsageError } from "../output.js";

/** A file that is compared; no text stands for no file. */
interface Side {
  /** Absolute and real. */
  readonly path: string;
  readonly text: string | null;
}

export async function diff(oldFile: string, newFile: string): Promise<void> {
  const interruption = new AbortController();
  process.once("SIGINT", () => interruption.abort());
  try {
    const accepted = await decide(await sideOf(oldFile), await sideOf(newFile), interruption.signal);
    print(accepted ? "Accepted." : "Rejected.");
    process.exitCode = accepted ? 0 : 1;
  } catch (error) {
    if (!interruption.signal.aborted) process.stderr.write(`${describeError(error, process.stderr)}\n`);
    process.exitCode = interruption.signal.aborted ? 130 : 2;
  }
}

async function sideOf(file: string): Promise<Side> {
  if (file === devNull) return { path: file, text: null };
  const path = await realpath(file).catch(() => resolve(file));
  const { before: text } = await proposedContent({ name: "write_file", arguments: { content: "" } }, path);
  if (text === null) throw new UsageError(`There is no file ${path}.`);
  return { path, text };
}

async function decide(before: Side, after: Side, signal: AbortSignal): Promise<boolean> {
  if (before.text === after.text) return true;
  const bridge = new IdeBridge(defaultIdeConfig, { introduction: { name: "tandem-diff", version: TOOLBOX_VERSION } });
  try {
    return await decideInEditor(bridge, before, after, signal);
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof CommandError ? error : new CommandError(IdeError.from(error).message);
    return await decideHere(before, after, why, signal);
  } finally {
    await bridge.disconnect();
  }
}

/** Throws `CommandError` that says why it cannot be shown there. */
async function decideInEditor(bridge: IdeBridge, before: Side, after: Side, signal: AbortSignal): Promise<boolean> {
  const { path, text: base } = before;
  const connection = await bridge.autoConnect(dirname(path), { signal });
  if (!connection) throw new CommandError(await whyNowhere(bridge, before, after, signal));
  if (after.text === null) throw new CommandError(`${path} would be deleted; a diff cannot show that in the editor.`);
  const tabName = relative(connection.ideInfo.matchedFolder ?? dirname(path), path);
  print(`${onOneLine(tabName)} waits for your decision in ${onOneLine(connection.ideInfo.ideName)}.`);
  const proposal = { oldFilePath: path, newFilePath: path, newFileContents: after.text, tabName };
  const result = await bridge.openDiff(proposal, { signal });
  if (result.outcome === "DIFF_REJECTED") return false;
  const { finalText, written } = result;
  return applyConfirmation(path, { result: "ALLOW_ONCE", by: "ide", written, content: finalText, base });
}

async function whyNowhere(bridge: IdeBridge, before: Side, after: Side, signal: AbortSignal): Promise<string> {
  const [other] = await bridge.discover(dirname(after.path), { signal });
  return other
    ? `${after.path} holds the new text already, and ${onOneLine(other.ideName)} shows changes that are still to be made.`
    : `No window holds ${before.path} or ${after.path}.`;
}

async function decideHere(before: Side, after: Side, why: CommandError, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new CommandError(`${why.message} There is no terminal to ask in either.`);
  }
  const terminal = streamTerminal();
  const name = basename(before.text === null ? after.path : before.path);
  print(`${onOneLine(why.message)}\n`);
  terminal.write(renderDiff({ name, before: before.text, after: after.text ?? "" }, terminal));
  for (;;) {
    const answer = await terminal.question("Accept it?  [y]es  [n]o: ", signal);
    const letter = answer === undefined ? "n" : answer.trim().slice(0, 1).toLowerCase();
    if (letter === "y" || letter === "n") return letter === "y";
  }
}
