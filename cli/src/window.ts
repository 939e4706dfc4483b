/** The window that a folder belongs to. */
import { findWindows, windowsFor } from "@tandem/agent";
import type { WindowFile } from "@tandem/protocol";
import { CommandError } from "./output.js";

export async function windowOf(folder: string): Promise<WindowFile> {
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
