/** Bundles sources of the repository for Node, with all that they import, except what is named. */

/**
 * @typedef {object} Bundled
 * @property {string} entry
 * @property {string} outfile
 * @property {readonly string[]} [external] what is found where it runs
 */

/** @param {Bundled} options One CommonJS file, as VS Code loads it. */
export async function bundleForEditor({ entry, outfile, external = [] }) {
  await bundle({
    entryPoints: [entry],
    outfile,
    format: "cjs",
    external: [...external],
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "importMetaUrl" },
  });
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
  await build({
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
