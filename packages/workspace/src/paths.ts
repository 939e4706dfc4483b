/**
 * The one path resolver. What an agent wrote becomes a path that may be touched: real, inside a root.
 * One realpath and one lstat for a path that is good; only a refusal looks further, to say why.
 */
import { constants } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, resolve, sep } from "node:path";
import { type PathResolver, resolvedPath, type WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { errnoOf, isMissing } from "./errno.js";
import { absolutePath, relativePath } from "./path-syntax.js";

export interface WorkspacePaths extends PathResolver {
  /** The innermost root that holds a real absolute path; undefined if it lies outside. Asks no disk. */
  rootOf(realPath: string): string | undefined;
  /** What has a name in a folder, from an absolute path: a file, a directory, or a link as such. Never a root. */
  entry(path: string): Promise<WorkspacePath>;
}

/** Throws `NO_WORKSPACE` if a root is not a directory. */
export async function createPathResolver(roots: readonly string[]): Promise<WorkspacePaths> {
  return new DiskPaths(await Promise.all(roots.map(realRoot)), roots);
}

async function realRoot(root: string): Promise<string> {
  const [isThere, real] = await Promise.all([isDirectory(root), realpath(root).catch(() => root)]);
  if (!isThere) throw errors.noWorkspace(root);
  return real;
}

class DiskPaths implements WorkspacePaths {
  readonly roots: readonly string[];
  /** The roots as they were given, where links may be part of the name. */
  readonly #givenRoots: readonly string[];

  constructor(roots: readonly string[], given: readonly string[]) {
    this.roots = roots;
    this.#givenRoots = given.map((root) => resolve(root));
  }

  rootOf(realPath: string): string | undefined {
    let innermost: string | undefined;
    for (const root of this.roots) {
      if (isInside(root, realPath) && root.length > (innermost?.length ?? -1)) innermost = root;
    }
    return innermost;
  }

  async file(written: string): Promise<WorkspacePath> {
    const path = absolutePath(written);
    if (this.roots.length === 0) throw errors.noWorkspace();
    const real = await this.#realPath(path, path);
    const root = this.rootOf(real);
    if (root === undefined) throw errors.outsideWorkspace(path);
    const stats = await this.#stats(real, path);
    if (stats.isDirectory()) throw errors.isDirectory(path);
    if (!stats.isFile()) throw errors.notARegularFile(path);
    return located(root, real);
  }

  async directory(written: string): Promise<WorkspacePath> {
    const relative = relativePath(written);
    const [root] = this.roots;
    if (root === undefined) throw errors.noWorkspace();
    // Joined by hand: `..` has to mean what the disk says it means behind a link.
    const real = await this.#realPath(relative === "" ? root : withSeparator(root) + relative, relative);
    if (!isInside(root, real)) throw errors.outsideWorkspace(relative);
    if (!(await this.#stats(real, relative)).isDirectory()) throw errors.notADirectory(relative);
    return located(root, real);
  }

  async newFile(written: string): Promise<WorkspacePath> {
    const path = absolutePath(written);
    if (path.endsWith(sep)) throw errors.invalidInput(`${path} names a directory, not a file.`);
    await this.#checkRoots(path);
    const { real, rest: names } = await deepestExisting(path);
    const rest = names.filter((name) => name !== ".");
    const root = this.rootOf(real);
    if (root === undefined || (await leadsOn(real, rest))) throw errors.outsideWorkspace(path);
    if (rest.length === 0) throw errors.fileExists(path);
    if (!(await isDirectory(real))) throw errors.notADirectory(real);
    return located(root, withSeparator(real) + rest.join(sep));
  }

  async entry(written: string): Promise<WorkspacePath> {
    const path = absolutePath(written);
    const name = basename(path);
    if (["", ".", ".."].includes(name)) throw errors.invalidInput(`${path} does not end in a name.`);
    const folder = await this.#realPath(dirname(path), path);
    const root = this.rootOf(folder);
    if (root === undefined) throw errors.outsideWorkspace(path);
    const real = withSeparator(folder) + name;
    if (this.roots.includes(real)) throw errors.outsideWorkspace(path);
    await this.#stats(real, path);
    return located(root, real);
  }

  async #realPath(path: string, written: string): Promise<string> {
    try {
      return await realpath(path);
    } catch (thrown) {
      throw isMissing(thrown) ? await this.#refusal(path, written) : thrown;
    }
  }

  async #stats(real: string, written: string) {
    try {
      return await lstat(real);
    } catch (thrown) {
      throw isMissing(thrown) ? errors.fileNotFound(written) : thrown;
    }
  }

  /** Why a path that leads nowhere is refused: its root is gone, it would lie outside, or it is not there. */
  async #refusal(path: string, written: string): Promise<Error> {
    await this.#checkRoots(path);
    const { real, rest } = await deepestExisting(path);
    const leadsOut = this.rootOf(real) === undefined || (await leadsOn(real, rest));
    return leadsOut ? errors.outsideWorkspace(written) : errors.fileNotFound(written);
  }

  /** Throws `NO_WORKSPACE` if there is no root, or if the one that the path names is gone. */
  async #checkRoots(path: string): Promise<void> {
    if (this.roots.length === 0) throw errors.noWorkspace();
    for (const [index, root] of this.roots.entries()) {
      const named = isInside(root, path) || isInside(this.#givenRoots[index] ?? root, path);
      if (named && !(await isDirectory(root))) throw errors.noWorkspace(root);
    }
  }
}

/** Whether names that do not exist below a real directory could lead elsewhere: upwards, or through a link. */
async function leadsOn(real: string, rest: readonly string[]): Promise<boolean> {
  const [next] = rest;
  return rest.includes("..") || (next !== undefined && (await isLink(withSeparator(real) + next)));
}

/**
 * Opens for reading what the resolver has checked. Never waits on a pipe, and refuses what was put in the
 * file's place, or in the place of a directory above it, since the check. The caller closes the handle.
 */
export async function openRegularFile(path: WorkspacePath): Promise<FileHandle> {
  const handle = await openUnfollowed(path.path);
  try {
    if (!(await handle.stat()).isFile()) throw errors.notARegularFile(path.path);
    if ((await pathOf(handle, path.path)) !== path.path) throw errors.outsideWorkspace(path.path);
    return handle;
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

async function openUnfollowed(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (thrown) {
    if (errnoOf(thrown) === "ELOOP") throw errors.outsideWorkspace(path);
    if (errnoOf(thrown) === "ENXIO") throw errors.notARegularFile(path);
    throw isMissing(thrown) ? errors.fileNotFound(path) : thrown;
  }
}

/** Where an open file really is. Linux knows it of the handle itself; elsewhere the name is resolved again. */
async function pathOf(handle: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path));
}

/** The real path of the deepest ancestor that exists, and the names below it that do not. */
async function deepestExisting(path: string): Promise<{ real: string; rest: string[] }> {
  const rest: string[] = [];
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    try {
      return { real: await realpath(ancestor), rest };
    } catch (thrown) {
      if (!isMissing(thrown) || ancestor === dirname(ancestor)) throw thrown;
      rest.unshift(basename(ancestor));
    }
  }
}

function located(root: string, path: string): WorkspacePath {
  const relative = path === root ? "" : path.slice(withSeparator(root).length);
  return resolvedPath({ path, root, relative: sep === "/" ? relative : relative.replaceAll(sep, "/") });
}

/** Whole names are compared, so `/ws-evil` is not inside `/ws`. */
function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(withSeparator(root));
}

function withSeparator(directory: string): string {
  return directory.endsWith(sep) ? directory : directory + sep;
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}
