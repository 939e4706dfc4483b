/** The branch and which files differ from it. */
import { computed, signal } from "@preact/signals";
import type { GitStatus } from "@tandem/protocol";
import type { GitView } from "@tandem/workbench-shared";

export const git = signal<GitView>({ files: {} });

const letters: Readonly<Record<GitStatus, string>> = {
  modified: "M",
  added: "A",
  deleted: "D",
  renamed: "R",
  copied: "C",
  "type-changed": "T",
  untracked: "U",
  conflicted: "!",
};

export function gitLetter(status: GitStatus): string {
  return letters[status];
}

/** Directories with a changed file somewhere below. */
export const changedDirectories = computed(() => directoriesAbove(Object.keys(git.value.files)));

export function directoriesAbove(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const directory = file.slice(0, end);
      if (found.has(directory)) break;
      found.add(directory);
    }
  }
  return found;
}
