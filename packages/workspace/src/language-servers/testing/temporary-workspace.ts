/** For tests: a folder with files, servers on it, and everything gone afterwards. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Clock, systemClock } from "@tandem/host";
import type { LiveDocument } from "../document-sync.js";
import { LanguageServers, type LanguageServersOptions } from "../language-servers.js";

export interface TemporaryWorkspace extends AsyncDisposable {
  readonly root: string;
  readonly servers: LanguageServers;
  readonly logged: string[];
  document(name: string): Promise<EditedDocument>;
}

/** A text that a test edits. */
export class EditedDocument implements LiveDocument {
  readonly file: string;
  version = 1;
  #text: string;

  constructor(file: string, text: string) {
    this.file = file;
    this.#text = text;
  }

  text(): string {
    return this.#text;
  }

  edit(text: string): void {
    this.#text = text;
    this.version += 1;
  }
}

export async function temporaryWorkspace(
  files: Readonly<Record<string, string>>,
  options: Partial<LanguageServersOptions> = {},
): Promise<TemporaryWorkspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-servers-")));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const logged: string[] = [];
  const servers = new LanguageServers({
    root,
    clock: systemClock,
    log: (message) => logged.push(message),
    listFiles: async () =>
      (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    readLine: async (file, line) => (await readFile(file, "utf8")).split("\n")[line - 1] ?? "",
    ...options,
  });
  return {
    root,
    servers,
    logged,
    document: async (name) => new EditedDocument(join(root, name), await readFile(join(root, name), "utf8")),
    async [Symbol.asyncDispose]() {
      await servers.close();
      await rm(root, { recursive: true });
    },
  };
}

/** The scripted server in place of Python's. */
export function scripted(...parameters: string[]): Pick<LanguageServersOptions, "commands"> {
  const script = fileURLToPath(new URL("scripted-server.mjs", import.meta.url));
  return { commands: { python: [process.execPath, script, ...parameters] } };
}

/** Time that passes so many times as fast, and can be skipped. */
export function hurriedClock(factor: number): Clock & { skip(ms: number): void } {
  let skipped = 0;
  return {
    now: () => systemClock.now() * factor + skipped,
    wall: () => systemClock.wall(),
    after: (ms, callback) => systemClock.after(ms / factor, callback),
    skip: (ms) => {
      skipped += ms;
    },
  };
}

export const never: AbortSignal = new AbortController().signal;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
