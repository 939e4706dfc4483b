/** Bundles sources of the repository for Node, with all that they import, except what is named. */
import { writeFileSync } from "node:fs";

/**
 * @typedef {object} Bundled
 * @property {string} entry
 * @property {string} outfile
 * @property {readonly string[]} [external] what is found where it runs
 */

/**
 * CommonJS, as VS Code loads it; what is loaded when it is needed has files of its own.
 * @param {{ entry: string, outdir: string, external?: readonly string[] }} options
 */
export async function bundleForEditor({ entry, outdir, external = [] }) {
  const { transform } = await import("esbuild");
  // Only ES modules can be taken apart; what has become of them is put into CommonJS afterwards.
  const { outputFiles = [] } = await bundle({
    entryPoints: [entry],
    outdir,
    outExtension: { ".js": ".cjs" },
    chunkNames: "part-[hash]",
    format: "esm",
    splitting: true,
    write: false,
    external: [...external],
    // VS Code reports every look at `navigator` as an error; zod looks whether it runs at Cloudflare.
    define: { "import.meta.url": "importMetaUrl", navigator: "undefined" },
  });
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: "cjs",
      platform: "node",
      target: "node20",
      supported: { "dynamic-import": false },
      banner: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
      minify: true,
    });
    writeFileSync(path, code);
  }
}

/** @param {Bundled} options One module that Node runs. */
export async function bundleProgram({ entry, outfile, external = [] }) {
  await bundle({ ...module, entryPoints: [entry], outfile, external: [...external] });
}

/**
 * Modules that are loaded when they are needed, as in the sources.
 * @param {{ entry: string, outdir: string, external?: readonly string[] }} options
 */
export async function bundleModules({ entry, outdir, external = [] }) {
  await bundle({ ...module, entryPoints: [entry], outdir, splitting: true, external: [...external] });
}

/** Packages in CommonJS ask for Node's modules by `require`, which a module has not. */
const module = /** @type {const} */ ({
  format: "esm",
  banner: {
    js: 'import { createRequire as requireFor } from "node:module"; const require = requireFor(import.meta.url);',
  },
});

/** @param {import("esbuild").BuildOptions} options */
async function bundle(options) {
  // Not at the top: this module is loaded before anything is installed.
  const { build } = await import("esbuild");
  return build({
    bundle: true,
    platform: "node",
    target: "node20",
    conditions: ["tandem-source"],
    plugins: [{ name: "one-language", setup: keepEnglishAlone }],
    minify: true,
    legalComments: "none",
    logLevel: "warning",
    ...options,
  });
}

/**
 * zod brings its messages in fifty languages, a third of a bundle; agents are spoken to in one.
 * @param {import("esbuild").PluginBuild} build
 */
function keepEnglishAlone({ onLoad }) {
  onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export { default as en } from "./en.js";' }));
}
