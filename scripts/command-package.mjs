/**
 * Packs the `tandem` command as one npm package: the command and everything of ours bundled, the built page beside it.
 * What npm has to choose by platform, or is a program of its own, stays a dependency.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleModules } from "./bundle.mjs";
import { filesBelow, root, say } from "./prepare.mjs";

const cli = join(root, "cli");
const folder = join(root, "dist", "command");
/** Dependencies of `packages/workspace`. */
const INSTALLED = ["@parcel/watcher", "@vscode/ripgrep", "pyright", "typescript"];

/** The path of the packed command; packed anew only if one of its files is newer than it. The page has to be built. */
export async function packCommand() {
  const { version, ...manifest } = readManifest(cli);
  const archive = join(root, "dist", `tandem-cli-${version}.tgz`);
  const sources = ["cli", "packages", "editors/workbench"].flatMap((part) => filesBelow(join(root, part)));
  const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  if (existsSync(archive) && statSync(archive).mtimeMs >= newest) return archive;
  say("Packing the tandem command…");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // As deep as in the sources, where the page is found from the same place.
  await bundleModules({ entry: join(cli, "src", "main.ts"), outdir: join(folder, "lib", "dist"), external: INSTALLED });
  cpSync(join(root, "editors", "workbench", "page", "dist"), join(folder, "page", "dist"), { recursive: true });
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  cpSync(join(cli, "README.md"), join(folder, "README.md"));
  const { dependencies } = readManifest(join(root, "packages", "workspace"));
  const published = {
    ...manifest,
    version,
    bin: { tandem: "lib/dist/main.js" },
    files: ["lib", "page"],
    dependencies: Object.fromEntries(INSTALLED.map((name) => [name, dependencies[name]])),
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  const packed = spawnSync("npm", ["pack", "--silent", "--pack-destination", join(root, "dist")], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (packed.status !== 0) throw new Error(`npm pack failed.\n${packed.stdout}${packed.stderr}`);
  return archive;
}

/** @param {string} of */
function readManifest(of) {
  return JSON.parse(readFileSync(join(of, "package.json"), "utf8"));
}
