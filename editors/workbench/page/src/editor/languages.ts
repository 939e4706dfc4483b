/** Highlighting by file name. Each language is loaded when a file first needs it. */
import { StreamLanguage, type StreamParser } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { loadLater } from "../load-later.js";

type Load = () => Promise<Extension>;

const stream = async (parser: Promise<StreamParser<unknown>>): Promise<Extension> =>
  StreamLanguage.define(await parser);

const script = async (typescript: boolean, jsx: boolean): Promise<Extension> =>
  (await import("@codemirror/lang-javascript")).javascript({ typescript, jsx });

const languages = {
  typescript: () => script(true, false),
  tsx: () => script(true, true),
  javascript: () => script(false, true),
  python: async () => (await import("@codemirror/lang-python")).python(),
  json: async () => (await import("@codemirror/lang-json")).json(),
  css: async () => (await import("@codemirror/lang-css")).css(),
  html: async () => (await import("@codemirror/lang-html")).html(),
  markdown: async () => (await import("@codemirror/lang-markdown")).markdown(),
  rust: async () => (await import("@codemirror/lang-rust")).rust(),
  go: async () => (await import("@codemirror/lang-go")).go(),
  cpp: async () => (await import("@codemirror/lang-cpp")).cpp(),
  yaml: async () => (await import("@codemirror/lang-yaml")).yaml(),
  shell: () => stream(import("@codemirror/legacy-modes/mode/shell").then(({ shell }) => shell)),
  toml: () => stream(import("@codemirror/legacy-modes/mode/toml").then(({ toml }) => toml)),
  docker: () => stream(import("@codemirror/legacy-modes/mode/dockerfile").then(({ dockerFile }) => dockerFile)),
  ruby: () => stream(import("@codemirror/legacy-modes/mode/ruby").then(({ ruby }) => ruby)),
  lua: () => stream(import("@codemirror/legacy-modes/mode/lua").then(({ lua }) => lua)),
  diff: () => stream(import("@codemirror/legacy-modes/mode/diff").then(({ diff }) => diff)),
  xml: () => stream(import("@codemirror/legacy-modes/mode/xml").then(({ xml }) => xml)),
  properties: () => stream(import("@codemirror/legacy-modes/mode/properties").then(({ properties }) => properties)),
  java: () => stream(import("@codemirror/legacy-modes/mode/clike").then(({ java }) => java)),
  csharp: () => stream(import("@codemirror/legacy-modes/mode/clike").then(({ csharp }) => csharp)),
  kotlin: () => stream(import("@codemirror/legacy-modes/mode/clike").then(({ kotlin }) => kotlin)),
  swift: () => stream(import("@codemirror/legacy-modes/mode/swift").then(({ swift }) => swift)),
  sql: () => stream(import("@codemirror/legacy-modes/mode/sql").then(({ standardSQL }) => standardSQL)),
} satisfies Record<string, Load>;

type Language = keyof typeof languages;

const byEnding: Readonly<Record<Language, string>> = {
  typescript: "ts mts cts",
  tsx: "tsx",
  javascript: "js mjs cjs jsx",
  python: "py pyi",
  json: "json jsonc json5 map webmanifest",
  css: "css scss less",
  html: "html htm vue svelte",
  markdown: "md markdown mdx",
  rust: "rs",
  go: "go",
  cpp: "c h cc cpp cxx hpp hh hxx ino",
  yaml: "yml yaml",
  shell: "sh bash zsh fish envrc bashrc zshrc profile",
  toml: "toml",
  docker: "dockerfile containerfile",
  ruby: "rb gemfile rakefile",
  lua: "lua",
  diff: "diff patch",
  xml: "xml svg plist xsd",
  properties: "ini properties env conf cfg editorconfig gitconfig npmrc",
  java: "java",
  csharp: "cs",
  kotlin: "kt kts",
  swift: "swift",
  sql: "sql",
};

const languageOfEnding = new Map(
  Object.entries(byEnding).flatMap(([language, endings]) =>
    endings.split(" ").map((ending) => [ending, language as Language] as const),
  ),
);

/** By the ending, or the whole name where there is none (`Dockerfile`). */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return languageOfEnding.get(name.slice(name.lastIndexOf(".") + 1));
}

/** Undefined: plain text, or its language cannot be had. */
export async function loadLanguage(path: string): Promise<Extension | undefined> {
  const language = languageOf(path);
  return language && loadLater(languages[language]);
}
