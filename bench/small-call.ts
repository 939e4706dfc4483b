/** The smallest call there is, and a window to ask it of. */
import { join } from "node:path";
import type { OutputOf } from "@tandem/protocol";
import type { Fixtures } from "./fixtures.js";
import { Window } from "./window.js";

export const SMALL_CALL = "ide.editor.getOpenFile";

/** A window with a focused file, and what it answers, for references that have to answer the same. */
export async function openSmallCall(fixtures: Fixtures): Promise<{ url: string; value: OutputOf<typeof SMALL_CALL> }> {
  const folder = await fixtures.folder();
  const window = await Window.open(folder);
  await window.call("ide.editor.goToLine", { file: join(folder, "a.ts"), line: 1 });
  return { url: window.url, value: await window.call(SMALL_CALL, {}) };
}
