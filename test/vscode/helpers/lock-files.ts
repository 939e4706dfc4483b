/** The files by which agents find a window of VS Code. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DialectName } from "@tandem/agent";
import type { EditorWindow } from "./editor.js";

export interface Lock {
  readonly pid: number;
  readonly workspaceFolders: readonly string[];
  readonly ideName: string;
  readonly transport: string;
  readonly authToken: string;
}

interface Home {
  readonly home: string;
}

/** By port. */
export async function locksOf({ home }: Home, dialect: DialectName): Promise<ReadonlyMap<number, Lock>> {
  const folder = join(home, `.${dialect}/ide`);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".lock"));
  const entries = names.map(async (name) => {
    const lock = JSON.parse(await readFile(join(folder, name), "utf8")) as Lock;
    return [Number.parseInt(name, 10), lock] as const;
  });
  return new Map(await Promise.all(entries));
}

/** The door of one window, as its lock file tells it. */
export async function lockOf(window: EditorWindow & Home, dialect: DialectName) {
  const port = Number(new URL(window.file.urls.ws ?? "").port);
  const lock = (await locksOf(window, dialect)).get(port);
  if (!lock) throw new Error(`There is no lock file of ${dialect} for port ${port}.`);
  return { port, token: lock.authToken };
}
