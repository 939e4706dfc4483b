/** A path that has passed the resolver: real, absolute, inside a root. Capabilities take nothing else. */

declare const resolved: unique symbol;

export interface WorkspacePath {
  readonly [resolved]: true;
  /** Real absolute path: no link in it. */
  readonly path: string;
  /** The root it lies in, a real absolute path. */
  readonly root: string;
  /** From the root, `/`-separated; "" is the root itself. */
  readonly relative: string;
}

/** Only a `PathResolver` calls this: it is the word of whoever has checked the path. */
export function resolvedPath(path: { path: string; root: string; relative: string }): WorkspacePath {
  return path as WorkspacePath;
}

/**
 * Turns what an agent wrote into a path that may be touched.
 * Throws `INVALID_INPUT`, `OUTSIDE_WORKSPACE`, `FILE_NOT_FOUND` or `NO_WORKSPACE`.
 */
export interface PathResolver {
  /** Real absolute paths of the folders that are open. */
  readonly roots: readonly string[];
  /** An existing regular file, from an absolute path. */
  file(path: string): Promise<WorkspacePath>;
  /** A file that does not exist yet, from an absolute path; folders above it may be missing too. Throws `STALE` if there is one. */
  newFile(path: string): Promise<WorkspacePath>;
  /** An existing directory, from a path relative to the workspace folder; "" is the folder. */
  directory(relative: string): Promise<WorkspacePath>;
}
