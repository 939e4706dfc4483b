/** Which package may import which, as data, and the check that holds it. */
import { builtinModules } from "node:module";
import { findCycles, importsOf, isRelative, packageOf, targetOf } from "./imports.js";
import { type FileMap, isTest } from "./source-tree.js";

interface Layer {
  readonly name: string;
  /** Packages of this repository that it may import. */
  readonly imports: readonly string[];
  /** Set where nothing else may be imported, not even Node's own modules: the only packages from outside. */
  readonly pureWith?: RegExp;
}

const protocol = "@tandem/protocol";
const host = "@tandem/host";
const workspace = "@tandem/workspace";
const server = "@tandem/server";
const agent = "@tandem/agent";
const workbench = "@tandem/workbench";
const shared = "@tandem/workbench-shared";

/** The arrows, by the folder of the package. */
export const layers: Readonly<Record<string, Layer>> = {
  "packages/protocol": { name: protocol, imports: [], pureWith: /^zod$/ },
  "packages/host": { name: host, imports: [protocol], pureWith: /^diff$/ },
  "packages/workspace": { name: workspace, imports: [protocol, host] },
  "packages/server": { name: server, imports: [protocol, host] },
  "packages/agent": { name: agent, imports: [protocol] },
  "editors/workbench/shared": { name: shared, imports: [protocol], pureWith: /^zod$/ },
  "editors/workbench/page": {
    name: "@tandem/workbench-page",
    imports: [protocol, shared],
    pureWith: /^(preact|@preact\/signals|@codemirror\/.+|@lezer\/.+)$/,
  },
  "editors/workbench/backend": { name: workbench, imports: [protocol, host, workspace, server, shared] },
  "editors/vscode": { name: "tandem", imports: [protocol, host, workspace, server] },
  cli: { name: "@tandem/cli", imports: [protocol, agent, workbench] },
};

/** Packages that only some folders may import. */
const reserved: readonly { readonly imports: RegExp; readonly folders: readonly string[] }[] = [
  { imports: /^(ws|@modelcontextprotocol\/.+)$/, folders: ["packages/server", "packages/agent"] },
  { imports: /^vscode$/, folders: ["editors/vscode"] },
];

/** Not a package: the editor that runs the extension has it. */
const EDITOR = "vscode";

/** Dependencies that are found and started at run time, never imported. */
const startedNotImported: Readonly<Record<string, readonly string[]>> = {
  "packages/workspace": ["typescript", "pyright"],
};

/** Complaints about sources, each naming the file. */
export function checkImports(sources: FileMap): string[] {
  return [...sources].flatMap(([path, text]) => {
    const folder = folderOf(path);
    const layer = layers[folder];
    if (!layer) return [`${path} is in a package that has no row in the table of layers`];
    return importsOf(text).flatMap((specifier) =>
      complaintsAbout(path, folder, layer, specifier).map((complaint) => `${path} imports ${specifier}: ${complaint}`),
    );
  });
}

function complaintsAbout(path: string, folder: string, layer: Layer, specifier: string): string[] {
  const name = packageOf(specifier);
  if (name.startsWith("@tandem/")) return layer.imports.includes(name) ? [] : ["against the arrows"];
  if (isTest(path)) return [];
  if (isRelative(specifier)) {
    return targetOf(path, specifier).startsWith(`${folder}/src/`) ? [] : ["leaves the package's src"];
  }
  if (layer.pureWith && !layer.pureWith.test(name)) return [`${layer.name} is pure`];
  return reserved
    .filter(({ imports, folders }) => imports.test(name) && !folders.includes(folder))
    .map(({ folders }) => `reserved for ${folders.join(" and ")}`);
}

/** Complaints about dependencies that a package lacks or does not use. Takes the sources and the `package.json` files. */
export function checkDependencies(files: FileMap): string[] {
  return Object.keys(layers).flatMap((folder) => {
    const sources = [...files].filter(([path]) => path.startsWith(`${folder}/src/`) && !isTest(path));
    const manifest = files.get(`${folder}/package.json`);
    if (sources.length === 0 || manifest === undefined) return [];
    const declared = Object.keys((JSON.parse(manifest) as { dependencies?: object }).dependencies ?? {});
    const imported = new Set(sources.flatMap(([, text]) => externalPackages(text)));
    const used = new Set([...imported, ...(startedNotImported[folder] ?? [])]);
    return [
      ...[...imported].filter((name) => !declared.includes(name)).map((name) => `${folder} does not declare ${name}`),
      ...declared.filter((name) => !used.has(name)).map((name) => `${folder} declares ${name} and does not import it`),
    ];
  });
}

export function checkCycles(sources: FileMap): string[] {
  return findCycles(sources).map((cycle) => `import cycle: ${cycle.join(" → ")}`);
}

function externalPackages(text: string): string[] {
  return importsOf(text)
    .filter((specifier) => !isRelative(specifier) && !isBuiltin(specifier) && specifier !== EDITOR)
    .map(packageOf);
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}

function folderOf(path: string): string {
  return path.slice(0, path.indexOf("/src/"));
}
