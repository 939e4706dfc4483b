import { findWindows } from "@tandem/agent";
import { print, printJson, styled } from "../output.js";

export async function status(options: { json?: boolean }): Promise<void> {
  const windows = await findWindows();
  // Neither the token nor the link's secret is shown; `tandem open` is for the link.
  const shown = windows.map(({ token: _, urls: { mcp }, ...rest }) => ({ ...rest, urls: { mcp } }));
  if (options.json) return printJson({ windows: shown });
  if (shown.length === 0) return print("No window is open. Start one with: tandem <folder>");
  for (const { name, version, roots, urls, pid, startedAt } of shown) {
    print(styled("bold", roots.join(", ")));
    print(`  ${name} ${version}, process ${pid}, since ${new Date(startedAt).toLocaleString()}`);
    print(`  MCP  ${styled("cyan", urls.mcp)}`);
  }
}
