/** The languages that have a server: which files are theirs, how the server is started, what it has to be told. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";

export interface Language {
  /** The key in settings. */
  readonly name: string;
  /** For messages. */
  readonly title: string;
  /** File extension → language id, as servers expect it. */
  readonly languageIds: Readonly<Record<string, string>>;
  /** Program and arguments of the server that is used if settings name no other. */
  readonly command: () => readonly string[];
  /** Answers to `workspace/configuration`, by section; null for a section that is not here. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The server knows only the projects of open files, so symbols need a seed file per project. */
  readonly needsSeeds: boolean;
  /** What the server logs once it has listed the workspace; before, it finds symbols and references only in open files. */
  readonly listedMessage?: RegExp;
}

const require = createRequire(import.meta.url);

export const languages: readonly Language[] = [
  {
    name: "typescript",
    title: "TypeScript",
    languageIds: {
      ".ts": "typescript",
      ".mts": "typescript",
      ".cts": "typescript",
      ".tsx": "typescriptreact",
      ".js": "javascript",
      ".mjs": "javascript",
      ".cjs": "javascript",
      ".jsx": "javascriptreact",
    },
    command: () => [...typescriptProgram(), "--lsp", "--stdio"],
    // Otherwise the server runs `npm install` for the types of packages that a JavaScript project names.
    settings: { "js/ts": { tsserver: { automaticTypeAcquisition: { enabled: false } } } },
    needsSeeds: true,
  },
  {
    name: "python",
    title: "Python",
    languageIds: { ".py": "python", ".pyi": "python" },
    command: () => [process.execPath, packageFile("pyright", "langserver.index.js"), "--stdio"],
    settings: { python: { analysis: {} }, pyright: {} },
    needsSeeds: false,
    listedMessage: /^(Found \d+ source files?|No source files found)/,
  },
];

/** As settings name them. */
export const languageNames: readonly string[] = languages.map(({ name }) => name);

export function languageOf(file: string): Language | undefined {
  const extension = extname(file).toLowerCase();
  return languages.find((language) => extension in language.languageIds);
}

/** Only for files of the language. */
export function languageIdOf(language: Language, file: string): string {
  return language.languageIds[extname(file).toLowerCase()] ?? language.name;
}

/** The native binary if this platform has one: it starts five times as fast as the wrapper around it. */
function typescriptProgram(): readonly string[] {
  const suffix = process.platform === "win32" ? ".exe" : "";
  try {
    const fromTypescript = createRequire(require.resolve("typescript/package.json"));
    const platform = fromTypescript.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`);
    const binary = join(dirname(platform), "lib", `tsc${suffix}`);
    if (existsSync(binary)) return [binary];
  } catch {
    // No package for this platform: the wrapper says so in its own words.
  }
  return [process.execPath, packageFile("typescript", "bin/tsc")];
}

function packageFile(name: string, file: string): string {
  return join(dirname(require.resolve(`${name}/package.json`)), file);
}
