/**
 * Files of which agents are told nothing unasked: those that commonly hold secrets, those that `.agentignore` at the
 * root names, and those that git ignores.
 */
import { readFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { holdsSecrets } from "@tandem/host";
import { ignoredNames } from "./git-ignored.js";
import { ignoreMatcher } from "./ignore-rules.js";
import type { FileChange } from "./watcher.js";

const RULES = ".agentignore";

export class PrivateFiles {
  readonly #root: string;
  /** What the editor has open. */
  readonly #open = new Set<string>();
  readonly #log: (message: string) => void;
  readonly #listeners = new Set<() => void>();
  /** Of open files: whether git ignores them. */
  readonly #ignored = new Map<string, boolean>();
  /** Of open files: whether their names make them private. */
  readonly #named = new Map<string, boolean>();
  readonly #unasked = new Set<string>();
  #asking: Promise<void> | undefined;
  #isLeftOut: (path: string) => boolean = () => false;

  /** `root` is a real absolute path. */
  constructor(root: string, log: (message: string) => void) {
    this.#root = root;
    this.#log = log;
  }

  /** The editor has opened a file below the root, by its real path. */
  opened(file: string): void {
    this.#open.add(file);
    void this.#ask([file]);
  }

  closed(file: string): void {
    this.#open.delete(file);
    this.#ignored.delete(file);
    this.#named.delete(file);
  }

  /** Reads the rules anew. */
  async read(): Promise<void> {
    const rules = await readFile(join(this.#root, RULES), "utf8").catch(() => "");
    this.#isLeftOut = ignoreMatcher(rules);
    this.#named.clear();
    await this.#ask([...this.#open]);
    for (const listener of this.#listeners) listener();
  }

  watched(changes: readonly FileChange[]): void {
    if (changes.some(({ file }) => [RULES, ".gitignore"].includes(basename(file)))) void this.read();
  }

  /** Of a file that was opened just now git may not have said anything yet: it counts as not ignored. */
  isPrivate(file: string): boolean {
    return this.#isNamed(file) || this.#ignored.get(file) === true;
  }

  /** By its name alone. */
  #isNamed(file: string): boolean {
    const known = this.#named.get(file);
    if (known !== undefined) return known;
    const path = relative(this.#root, file).split(sep).join("/");
    const named = holdsSecrets(path) || this.#isLeftOut(path);
    if (this.#open.has(file)) this.#named.set(file, named);
    return named;
  }

  /** Of its contents nothing is told before everybody has said so. */
  mayTellContents(file: string): boolean {
    return !this.isPrivate(file) && this.#ignored.has(file);
  }

  /** Called when a file may have become private, or known not to be. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves when git is not asked any more. */
  async close(): Promise<void> {
    this.#unasked.clear();
    await this.#asking;
  }

  /** One question at a time, for all files that have come meanwhile. */
  #ask(files: readonly string[]): Promise<void> {
    for (const file of files) this.#unasked.add(file);
    this.#asking ??= this.#askGit().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askGit(): Promise<void> {
    while (this.#unasked.size > 0) {
      const files = [...this.#unasked];
      this.#unasked.clear();
      const names = files.map((file) => relative(this.#root, file));
      const ignored = await ignoredNames(this.#root, names).catch((error: unknown) => {
        this.#log(`Which files git ignores is not known: ${error}`);
      });
      if (!ignored) continue;
      files.forEach((file, i) => {
        if (this.#open.has(file)) this.#ignored.set(file, ignored.has(names[i] as string));
      });
      for (const listener of this.#listeners) listener();
    }
  }
}
