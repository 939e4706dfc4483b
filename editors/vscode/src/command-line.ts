/**
 * The `tandem` command that comes with the extension: a launcher that stays where it is while versions of the extension
 * come and go, found by integrated terminals and, if the developer wants, by all others.
 */
import { lstat, mkdir, readFile, readlink, rename, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { commands, type Disposable, type ExtensionContext, window } from "vscode";

export interface CommandLine {
  /** The folder of the launcher. */
  readonly folder: string;
  /** Writes the launcher, if there is none or it starts another version. */
  keep(): Promise<void>;
}

const onWindows = process.platform === "win32";
const NAME = onWindows ? "tandem.cmd" : "tandem";

export function commandLineOf({ globalStorageUri, asAbsolutePath }: ExtensionContext): CommandLine {
  const folder = join(globalStorageUri.fsPath, "bin");
  const launcher = join(folder, NAME);
  const wanted = launcherText(process.execPath, asAbsolutePath("dist/tandem.mjs"));
  return {
    folder,
    keep: async () => {
      if ((await readFile(launcher, "utf8").catch(() => "")) === wanted) return;
      await mkdir(folder, { recursive: true });
      await inItsPlace(launcher, (path) => writeFile(path, wanted, { mode: 0o755 }));
    },
  };
}

/** The editor itself is the Node that runs it: nothing else has to be installed. */
function launcherText(node: string, script: string): string {
  if (onWindows) return `@echo off\r\nset ELECTRON_RUN_AS_NODE=1\r\n"${node}" "${script}" %*\r\n`;
  const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;
  return `#!/bin/sh\n# Written by the Tandem extension.\nELECTRON_RUN_AS_NODE=1 exec ${quoted(node)} ${quoted(script)} "$@"\n`;
}

/** Offers the command to terminals outside the editor. */
export function registerInstallation({ folder, keep }: CommandLine): Disposable {
  return commands.registerCommand("tandem.installCommand", async () => {
    try {
      await keep();
      void window.showInformationMessage(onWindows ? onPath(folder) : await link(join(folder, NAME)));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      void window.showErrorMessage(`The tandem command was not installed: ${why}`);
    }
  });
}

/** What to tell the developer. Rejects if another program has that name there. */
async function link(launcher: string): Promise<string> {
  const place = join(homedir(), ".local", "bin", NAME);
  const taken = await lstat(place).catch(() => undefined);
  const ours = taken?.isSymbolicLink() && (await readlink(place)).endsWith(join("tandem.tandem", "bin", NAME));
  if (taken && !ours) throw new Error(`${place} is another program, and is left alone.`);
  await mkdir(dirname(place), { recursive: true });
  await inItsPlace(place, (path) => symlink(launcher, path));
  return onPath(dirname(place));
}

function onPath(folder: string): string {
  const found = (process.env["PATH"] ?? "").split(delimiter).includes(folder);
  return found
    ? `The tandem command is installed in ${folder}.`
    : `The tandem command is in ${folder}. Add that folder to your PATH to use it in other terminals.`;
}

/** Made beside and moved there in one step: nobody finds half of it. */
async function inItsPlace(path: string, make: (path: string) => Promise<void>): Promise<void> {
  const beside = `${path}.${process.pid}`;
  await make(beside);
  await rename(beside, path);
}
