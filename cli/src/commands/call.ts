import { text } from "node:stream/consumers";
import { callTool } from "@tandem/agent";
import { findTool, type ReviewReport, TOOLBOX_VERSION } from "@tandem/protocol";
import { print, printJson, UsageError } from "../output.js";
import { render } from "../render.js";
import { windowOf } from "../window.js";

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
  for (const id of undecided(result)) {
    process.stderr.write(
      `Review ${id} still waits for the developer. To go on waiting: tandem call ide.review.wait '{"id":"${id}"}'\n`,
    );
  }
}

/** Ids of reviews that a call has stopped waiting for. */
function undecided(result: Record<string, unknown>): string[] {
  const { review, files = [] } = result as { review?: ReviewReport; files?: { review?: ReviewReport }[] };
  const reviews = [review, ...(Array.isArray(files) ? files.map((file) => file?.review) : [])];
  return reviews.flatMap((one) => (one?.state === "pending" ? [one.id] : []));
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(`The input is not valid JSON: ${(error as Error).message}`);
  }
}
