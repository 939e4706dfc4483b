/** Folders to work on, made when they are first asked for, below one folder that is removed at the end. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./process.js";

export const REPOSITORY_FILES = 100_000;
const FOLDERS = 1000;
const CHANGED = 20;

const PROJECT_FILES = 1500;
const MODULES_PER_FOLDER = 50;

export class Fixtures {
  readonly #base: string;
  #texts = 0;
  #folder: Promise<string> | undefined;
  #repository: Promise<string> | undefined;
  #project: Promise<Project> | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  /** A repository with one TypeScript file, `a.ts`. */
  folder(): Promise<string> {
    this.#folder ??= makeFolder(join(this.#base, "folder"));
    return this.#folder;
  }

  /** A repository of `REPOSITORY_FILES` files that no language server is for, a few of them modified. */
  repository(): Promise<string> {
    this.#repository ??= makeRepository(join(this.#base, "repository"));
    return this.#repository;
  }

  /** A new folder with `short.ts`, of ten lines, and `long-0.ts` and so on, of so many. Nothing was ever decided in it. */
  async texts(lines: number, count = 1): Promise<string> {
    const root = join(this.#base, `texts-${this.#texts++}`);
    await mkdir(root);
    for (let long = 0; long < count; long++) await writeFile(join(root, `long-${long}.ts`), codeText(lines));
    await writeFile(join(root, "short.ts"), codeText(10));
    return root;
  }

  /** A new folder with these files: relative path to text. */
  async files(texts: Readonly<Record<string, string>>): Promise<string> {
    const root = join(this.#base, `files-${this.#texts++}`);
    await mkdir(root);
    for (const [path, text] of Object.entries(texts)) await writeFile(join(root, path), text);
    return root;
  }

  /** A TypeScript project without errors. */
  project(): Promise<Project> {
    this.#project ??= makeProject(join(this.#base, "project"));
    return this.#project;
  }
}

/** Functions of ten lines without errors. */
function codeText(lines: number): string {
  const part = (number: number) => [
    `/** Adds up what part ${number} has to say. */`,
    `export function part${number}(values: readonly number[]): number {`,
    "  let sum = 0;",
    "  for (const value of values) {",
    `    if (value > ${number}) sum += value * 2;`,
    "    else sum -= 1;",
    "  }",
    `  return sum + ${number};`,
    "}",
    "",
  ];
  return Array.from({ length: lines / 10 }, (_, number) => `${part(number).join("\n")}\n`).join("");
}

async function makeFolder(root: string): Promise<string> {
  await mkdir(root);
  await writeFile(join(root, "a.ts"), "export const answer = 42;\n");
  await commitAll(root);
  return root;
}

async function makeRepository(root: string): Promise<string> {
  const nameOf = (number: number) => `file-${String(number).padStart(3, "0")}.txt`;
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(root, `folder-${String(folder).padStart(4, "0")}`);
    await mkdir(path, { recursive: true });
    const names = Array.from({ length: REPOSITORY_FILES / FOLDERS }, (_, number) => nameOf(number));
    await Promise.all(names.map((name) => writeFile(join(path, name), `${folder} ${name}\n`)));
  }
  await commitAll(root);
  for (let folder = 0; folder < CHANGED; folder++) {
    await writeFile(join(root, `folder-${String(folder).padStart(4, "0")}`, nameOf(0)), "changed\n");
  }
  return root;
}

async function commitAll(root: string): Promise<void> {
  await run("git", ["init", "--quiet", root]);
  await run("git", ["-C", root, "add", "."]);
  const author = ["-c", "user.name=Bench", "-c", "user.email=bench@localhost"];
  await run("git", ["-C", root, ...author, "-c", "gc.auto=0", "commit", "--quiet", "--message", "All"]);
}

export interface Project {
  readonly root: string;
  /** A file in the middle of it that imports others and is imported. */
  readonly file: string;
  /** Its line to edit, 1-based. */
  readonly line: number;
  /** The whole text of the file, and what the line holds, with a type error or without. */
  text(wrong: boolean): string;
  lineText(wrong: boolean): string;
}

async function makeProject(root: string): Promise<Project> {
  await mkdir(root);
  const compilerOptions = { target: "es2023", module: "nodenext", strict: true, noEmit: true, types: [] };
  await writeFile(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  await writeFile(join(root, "package.json"), JSON.stringify({ name: "project", type: "module", private: true }));
  for (let first = 0; first < PROJECT_FILES; first += MODULES_PER_FOLDER) {
    await mkdir(join(root, folderOf(first)), { recursive: true });
    const numbers = Array.from({ length: MODULES_PER_FOLDER }, (_, offset) => first + offset);
    await Promise.all(numbers.map((number) => writeFile(join(root, pathOf(number)), moduleText(number))));
  }
  await commitAll(root);
  const number = PROJECT_FILES / 2;
  const lineText = (wrong: boolean) => `export const limit${number}: number = ${wrong ? `"${number}"` : number};`;
  return {
    root,
    file: join(root, pathOf(number)),
    line: moduleText(number).split("\n").indexOf(lineText(false)) + 1,
    text: (wrong) => moduleText(number).replace(lineText(false), lineText(wrong)),
    lineText,
  };
}

function folderOf(number: number): string {
  return `src/part-${Math.floor(number / MODULES_PER_FOLDER)}`;
}

function pathOf(number: number): string {
  return `${folderOf(number)}/module-${number}.ts`;
}

/** A module that uses three earlier ones. */
function moduleText(number: number): string {
  const used = [1, 7, 60].map((distance) => number - distance).filter((other) => other >= 0);
  const imports = used.map((other) => {
    const path = `../../${pathOf(other).replace(/ts$/, "js")}`;
    return `import { type Item${other}, limit${other}, read${other} } from "${path}";`;
  });
  const uses = used.map((other) => `  const item${other}: Item${other} | undefined = read${other}(limit${other});`);
  const sum = used.map((other) => ` + (item${other}?.size ?? 0)`).join("");
  return [
    ...imports,
    "",
    `export interface Item${number} {`,
    "  readonly name: string;",
    "  readonly size: number;",
    "}",
    "",
    `export const limit${number}: number = ${number};`,
    "",
    `export function read${number}(most: number): Item${number} | undefined {`,
    ...uses,
    `  const size = most${sum};`,
    `  return size > limit${number} ? undefined : { name: "${number}", size };`,
    "}",
    "",
  ].join("\n");
}
