/**
 * Lock files: by `<port>.lock`, in a folder of its dialect, a window tells agents of the same user where it listens
 * and with which token. The nexus3 and the claude dialect share the form; each has its own folder and its own fields.
 */
import * as z from "zod";

/** Longer files are taken for no lock file, in bytes. */
export const MAX_LOCK_FILE_BYTES = 65_536;

/** What both kinds hold. A writer gives every field; a reader takes what older and other editors leave out. */
const fields = {
  /** Real or symbolic paths, not URIs. */
  workspaceFolders: z.array(z.string().max(4096)).max(1000),
  ideName: z.string().max(200).default("IDE"),
  /** Only `ws` is spoken here. */
  transport: z.string().max(20).default("ws"),
  /** Empty where the editor asks for none. */
  authToken: z.string().max(500).default(""),
};

/** `~/.nexus3/ide/<port>.lock`. */
export const nexus3LockSchema = z.object({ pid: z.int().min(1), ...fields });
export type Nexus3Lock = z.infer<typeof nexus3LockSchema>;

/** `~/.claude/ide/<port>.lock`. Some editors leave the pid out; then only the port tells whether they live. */
export const claudeLockSchema = z.object({
  pid: z.int().min(1).optional(),
  ...fields,
  runningInWindows: z.boolean().default(false),
});
export type ClaudeLock = z.infer<typeof claudeLockSchema>;

/** Where windows of the nexus3 dialect are found. */
export function nexus3LockFolder(homeFolder: string): string {
  return `${homeFolder}/.nexus3/ide`;
}

/** Where windows of the claude dialect are found: always below the home folder, and where `CLAUDE_CONFIG_DIR` says. */
export function claudeLockFolders(
  environment: Readonly<Record<string, string | undefined>>,
  homeFolder: string,
): string[] {
  const configured = environment["CLAUDE_CONFIG_DIR"];
  const folders = [`${homeFolder}/.claude/ide`, ...(configured ? [`${configured}/ide`] : [])];
  return [...new Set(folders)];
}

/** The name of the lock file of a port. */
export function lockFileName(port: number): string {
  return `${port}.lock`;
}

/** The port that a lock file's name tells; undefined for every other name. */
export function portOfLockFile(name: string): number | undefined {
  const digits = /^([1-9][0-9]{0,4})\.lock$/.exec(name)?.[1];
  return digits === undefined ? undefined : portOf(digits);
}

/** A port as written in a file name or a variable, digits alone; undefined for anything else. */
export function portOf(digits: string | undefined): number | undefined {
  if (digits === undefined || !/^[1-9][0-9]{0,4}$/.test(digits)) return undefined;
  const port = Number(digits);
  return port <= 65_535 ? port : undefined;
}
