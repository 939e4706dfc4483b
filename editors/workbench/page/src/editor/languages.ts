/** Highlighting by file name. Each language is loaded when a file first needs it. */
import { type LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { loadLater } from "../load-later.js";
import { nearView } from "./near-view.js";

type Load = () => Promise<Extension>;

const tree = async (support: Promise<LanguageSupport>): Promise<Extension> => nearView(await support);

const stream = async (parser: Promise<StreamParser<unknown>>): Promise<Extension> =>
  StreamLanguage.define(await parser);

const script = (typescript: boolean, jsx: boolean): Promise<Extension> =>
  tree(import("@codemirror/lang-javascript").then(({ javascript }) => javascript({ typescript, jsx })));

const languages = {
  typescript: () => script(true, false),
  tsx: () => script(true, true),
  javascript: () => script(false, true),
  python: () => tree(import("@codemirror/lang-python").then(({ python }) => python())),
  json: () => tree(import("@codemirror/lang-json").then(({ json }) => json())),
  css: () => tree(import("@codemirror/lang-css").then(({ css }) => css())),
  html: () => tree(import("@codemirror/lang-html").then(({ html }) => html())),
  markdown: () => tree(import("@codemirror/lang-markdown").then(({ markdown }) => markdown())),
  rust: () => tree(import("@codemirror/lang-rust").then(({ rust }) => rust())),
  go: () => tree(import("@codemirror/lang-go").then(({ go }) => go())),
  cpp: () => tree(import("@codemirror/lang-cpp").then(({ cpp }) => cpp())),
  yaml: () => tree(import("@codemirror/lang-yaml").then(({ yaml }) => yaml())),
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
