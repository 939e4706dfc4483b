/** Bundles the VS Code extension and packs it into a `.vsix`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleForEditor, bundleProgram } from "./bundle.mjs";
import { filesBelow, root, say } from "./prepare.mjs";
import { zip } from "./zip.mjs";

const folder = join(root, "editors", "vscode");
const dist = join(folder, "dist");
/** Largest bundle of the extension, in bytes. */
const MAX_BUNDLE_BYTES = 1_000_000;

/** The path of the packed extension; packed anew only if one of its files is newer than it. */
export async function packExtension() {
  const { name, version } = readManifest();
  const vsix = join(dist, `${name}-${version}.vsix`);
  const sources = [folder, join(root, "packages"), join(root, "cli")].flatMap((source) => filesBelow(source));
  const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  if (existsSync(vsix) && statSync(vsix).mtimeMs >= newest) return vsix;
  say("Packing the VS Code extension…");
  await bundle();
  writeFileSync(vsix, zip(contents()));
  return vsix;
}

async function bundle() {
  mkdirSync(dist, { recursive: true });
  for (const name of programs()) rmSync(join(dist, name));
  // The first comes from VS Code; the second is not reached: VS Code has its own ripgrep.
  const external = ["vscode", "@vscode/ripgrep"];
  await bundleForEditor({ entry: join(folder, "src", "extension.ts"), outdir: dist, external });
  await bundleProgram({ entry: join(root, "cli", "src", "in-editor.ts"), outfile: join(dist, "tandem.mjs") });
  const sizes = programs().map((name) => (name.endsWith(".cjs") ? statSync(join(dist, name)).size : 0));
  const size = sizes.reduce((sum, bytes) => sum + bytes);
  if (size > MAX_BUNDLE_BYTES) throw new Error(`The bundle has ${size} bytes; ${MAX_BUNDLE_BYTES} are the most.`);
}

/** The extension, its parts, and the command that comes along. */
function programs() {
  return readdirSync(dist).filter((name) => /\.[cm]js$/.test(name));
}

/** Everything that is in the `.vsix`, by its place there. */
function contents() {
  const manifest = readManifest();
  const { type: _type, private: _private, dependencies: _dependencies, ...published } = manifest;
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  files.set("[Content_Types].xml", Buffer.from(CONTENT_TYPES));
  files.set("extension.vsixmanifest", Buffer.from(vsixManifest(manifest)));
  files.set("extension/package.json", Buffer.from(`${JSON.stringify(published, null, 2)}\n`));
  files.set("extension/LICENSE.txt", readFileSync(join(root, "LICENSE")));
  for (const name of programs()) files.set(`extension/dist/${name}`, readFileSync(join(dist, name)));
  const shipped = readdirSync(folder).filter((name) => name.endsWith(".md"));
  for (const name of shipped) files.set(`extension/${name.toLowerCase()}`, readFileSync(join(folder, name)));
  for (const path of filesBelow(join(folder, "media"))) {
    files.set(`extension/media/${path.slice(join(folder, "media").length + 1)}`, readFileSync(path));
  }
  return files;
}

function readManifest() {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${Object.entries({
  cjs: "javascript",
  json: "json",
  md: "markdown",
  mjs: "javascript",
  png: "png",
  svg: "svg",
  txt: "plain",
  vsixmanifest: "xml",
})
  .map(([extension, type]) => `  <Default Extension=".${extension}" ContentType="${contentType(type)}"/>`)
  .join("\n")}
</Types>
`;

/** @param {string} type */
function contentType(type) {
  if (type === "png") return "image/png";
  if (type === "svg") return "image/svg+xml";
  return `${type === "json" || type === "javascript" ? "application" : "text"}/${type}`;
}

/** @param {Record<string, any>} manifest */
function vsixManifest({
  name,
  publisher,
  version,
  displayName,
  description,
  keywords,
  categories,
  engines,
  extensionKind,
}) {
  const properties = {
    Engine: engines.vscode,
    ExtensionDependencies: "",
    ExtensionPack: "",
    ExtensionKind: extensionKind,
  };
  const assets = {
    "Microsoft.VisualStudio.Code.Manifest": "extension/package.json",
    "Microsoft.VisualStudio.Services.Content.Details": "extension/readme.md",
    "Microsoft.VisualStudio.Services.Content.Changelog": "extension/changelog.md",
    "Microsoft.VisualStudio.Services.Content.License": "extension/LICENSE.txt",
    "Microsoft.VisualStudio.Services.Icons.Default": "extension/media/icon.png",
  };
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${keywords.join(",")}</Tags>
    <Categories>${categories.join(",")}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${Object.entries(properties)
  .map(([id, value]) => `      <Property Id="Microsoft.VisualStudio.Code.${id}" Value="${value}"/>`)
  .join("\n")}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/media/icon.png</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
${Object.entries(assets)
  .map(([type, path]) => `    <Asset Type="${type}" Path="${path}" Addressable="true"/>`)
  .join("\n")}
  </Assets>
</PackageManifest>
`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
