import { text } from "node:stream/consumers";
import { callTool, findWindows, windowsFor } from "@tandem/agent";
import { findTool, TOOLBOX_VERSION, type WindowFile } from "@tandem/protocol";
import { CommandError, print, printJson, UsageError } from "../output.js";
import { render } from "../render.js";

export async function call(
  tool: string,
  json: string | undefined,
  options: { folder?: string; json?: boolean },
): Promise<void> {
  if (!findTool(tool)) throw new UsageError(`There is no tool named ${tool}; tandem tools lists them.`);
  const input = parse(json === "-" ? await text(process.stdin) : (json ?? "{}"));
  const window = await windowOf(options.folder ?? process.cwd());
  const result = await callTool(window, tool, input, { caller: { name: "tandem-cli", version: TOOLBOX_VERSION } });
  if (options.json) printJson(result);
  else print(render(result));
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(`The input is not valid JSON: ${(error as Error).message}`);
  }
}

async function windowOf(folder: string): Promise<WindowFile> {
  const windows = await findWindows();
  const [window, second] = await windowsFor(folder, windows);
  if (window) {
    if (second && second.roots.join() === window.roots.join()) {
      process.stderr.write(`Several windows are open on ${window.roots.join(", ")}; the newest is used.\n`);
    }
    return window;
  }
  const others = windows.flatMap(({ roots }) => roots);
  throw new CommandError(
    others.length === 0
      ? `No window is open on ${folder}. Start one with: tandem ${folder}`
      : `No window is open on ${folder}, but on ${others.join(", ")}. Start one with: tandem ${folder}, or name a folder with --folder.`,
  );
}
