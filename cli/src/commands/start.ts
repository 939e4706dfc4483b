import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { findTool, TOKEN_VARIABLE, tandemHome, WINDOWS_FOLDER } from "@tandem/protocol";
import {
  CalmLog,
  type Mode,
  readSettings,
  type SettledCall,
  startWorkbench,
  systemClock,
  type Workbench,
} from "@tandem/workbench";
import { openBrowser } from "../browser.js";
import { existingFolder } from "../folder.js";
import { keepMemorySmall } from "../idle-memory.js";
import { CommandError, goOnWithoutReader, plain, print, printJson, styled, UsageError } from "../output.js";

interface StartOptions {
  readonly port?: number;
  readonly mode?: Mode;
  readonly page: boolean;
  readonly browser: boolean;
  readonly tokenFile?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** Runs until it is told to stop. */
export async function start(folder: string | undefined, options: StartOptions): Promise<void> {
  goOnWithoutReader();
  const path = await existingFolder(folder);
  const token = await readToken(options.tokenFile);
  const worked = keepMemorySmall();
  const workbench = await open(path, options, token, worked);
  const stop = stopOnce(workbench);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  announce(workbench, options);
}

async function open(
  folder: string,
  { port, verbose, mode, page }: StartOptions,
  token: string | undefined,
  worked: () => void,
): Promise<Workbench> {
  const say = verbose ? log : (message: string) => calm.say(message);
  try {
    return await startWorkbench({
      folder,
      page,
      ...(mode && { mode }),
      settings: await readSettings(),
      bridge: { ...(port !== undefined && { port }), ...(token !== undefined && { token }) },
      log: say,
      onSettled: (call) => {
        worked();
        logCall(verbose === true, call, say);
      },
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
      throw new CommandError(
        `Port ${port} is taken by another program. Leave --port out, or pass --port 0, for a free one.`,
      );
    }
    throw error;
  }
}

async function readToken(file: string | undefined): Promise<string | undefined> {
  const given = file === undefined ? process.env[TOKEN_VARIABLE] : await readTokenFile(file);
  const token = given?.trim();
  if (token === undefined || token === "") return undefined;
  if (!/^[\x21-\x7e]{32,200}$/.test(token)) {
    throw new UsageError("A token has 32 to 200 printable characters without spaces.");
  }
  return token;
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`The token file cannot be read: ${(error as Error).message}`);
  }
}

function announce({ bridge, link, mode, requiresToken }: Workbench, { json, browser }: StartOptions): void {
  const { urls, pid, roots, id, name, version } = bridge.window;
  if (json) {
    return printJson({
      url: urls.mcp,
      ...(link !== undefined && { page: link }),
      pid,
      roots,
      id,
      name,
      version,
      mode,
      portMoved: bridge.portMoved,
    });
  }
  if (bridge.portMoved) {
    print(styled("yellow", "Port 4322 is taken by another program; this window uses the next free one."));
  }
  print(`${styled("bold", "Tandem")} ${version}  ${roots.join(", ")}`);
  if (link !== undefined) print(`  Page     ${styled("cyan", link)}`);
  print(`  MCP      ${styled("cyan", urls.mcp)}`);
  const header = requiresToken ? ' --header "Authorization: Bearer <token>"' : "";
  print(`  Connect  claude mcp add --transport http tandem ${urls.mcp}${header}`);
  if (requiresToken) print(`  Token    in ${join(tandemHome(process.env, homedir()), WINDOWS_FOLDER, `${id}.json`)}`);
  print(`  Mode     ${mode}: ${explained(mode, link !== undefined)}`);
  print(styled("dim", "  Ctrl+C ends it."));
  if (link !== undefined && browser) openBrowser(link);
}

function explained(mode: Mode, page: boolean): string {
  if (mode === "trust") return "agents' changes are applied at once, and not saved";
  if (mode === "read-only") return "agents can look, not change";
  return page
    ? "you decide agents' changes in the page"
    : "agents' changes are refused, for there is no page to decide them in";
}

function stopOnce(workbench: Workbench): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(130);
    stopping = true;
    calm.close();
    const unsaved = workbench.unsaved();
    if (unsaved.length > 0) log(`Unsaved changes are kept for the next start: ${unsaved.join(", ")}.`);
    workbench.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log(`Stopping failed: ${error}`);
        process.exit(1);
      },
    );
  };
}

/** For what agents cause: one that goes round in circles does not bury the rest. */
const calm = new CalmLog(log, systemClock);

function log(message: string): void {
  process.stderr.write(`${styled("dim", new Date().toLocaleTimeString("en-GB"), process.stderr)}  ${plain(message)}\n`);
}

/** What changes something, and what fails; with `--verbose` every call. */
function logCall(
  verbose: boolean,
  { agent, tool, milliseconds, error }: SettledCall,
  say: (message: string) => void,
): void {
  const effect = findTool(tool)?.effect;
  if (!verbose && !error && (effect === "read" || effect === "navigate")) return;
  const outcome = error ? styled("red", error.code, process.stderr) : "ok";
  say(`${agent.name}  ${tool}  ${milliseconds.toFixed(1)} ms  ${outcome}`);
}
