/** Reads the lock files of the folders in which windows put them. */
import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  type ClaudeLock,
  claudeLockFolders,
  claudeLockSchema,
  MAX_LOCK_FILE_BYTES,
  nexus3LockFolder,
  portOfLockFile,
} from "@tandem/protocol";
import { parseJson } from "../parse-json.js";
import type { DialectName } from "./ide-info.js";
import { folderComplaint, type OwnFile, readOwnFile } from "./own-file.js";

/** Something that was passed over, and why; for people who wonder why nothing was found. */
export type Warn = (message: string) => void;

/** A lock file as it was read. */
export interface Lock {
  readonly path: string;
  readonly port: number;
  readonly dialect: DialectName;
  readonly dialectCertain: boolean;
  readonly content: ClaudeLock;
  readonly file: OwnFile;
}

/** A folder, and the dialect that its locks tell; undefined where anybody may have put them. */
interface LockFolder {
  readonly path: string;
  readonly dialect: DialectName | undefined;
}

/** nexus3's first: a window that offers both is taken by it. */
export function lockFolders(environment: NodeJS.ProcessEnv, lockDir: string | undefined): LockFolder[] {
  if (lockDir !== undefined) return [{ path: lockDir, dialect: undefined }];
  const home = environment["HOME"] || homedir();
  return [
    { path: nexus3LockFolder(home), dialect: "nexus3" },
    ...claudeLockFolders(environment, home).map((path) => ({ path, dialect: "claude" as const })),
  ];
}

/** The locks of a folder that are to be trusted, whether or not their windows still run. */
export function readLocks({ path: folder, dialect }: LockFolder, warn: Warn): Lock[] {
  const complaint = folderComplaint(folder);
  if (complaint !== undefined) {
    if (complaint !== "absent") warn(`${folder} ${complaint}; its locks are passed over.`);
    return [];
  }
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    warn(`${folder} cannot be listed.`);
    return [];
  }
  return names.flatMap((name) => {
    const port = portOfLockFile(name);
    return port === undefined ? [] : (readLock(join(folder, name), port, dialect, warn) ?? []);
  });
}

function readLock(path: string, port: number, dialect: DialectName | undefined, warn: Warn): Lock | undefined {
  const file = readOwnFile(path, MAX_LOCK_FILE_BYTES);
  if ("refused" in file) return void warn(`${path} ${file.refused}; it is passed over.`);
  const json = parseJson(file.text);
  const parsed = claudeLockSchema.safeParse(json);
  if (!parsed.success) return void warn(`${path} is no lock file; it is passed over.`);
  const content = parsed.data;
  if (content.transport !== "ws") return undefined;
  if (file.shared && content.authToken !== "") {
    return void warn(`${path} holds a token that others can read; it is passed over.`);
  }
  // Only the claude dialect's files say whether the editor runs in Windows.
  const guess = "runningInWindows" in (json as object) ? "claude" : "nexus3";
  return { path, port, dialect: dialect ?? guess, dialectCertain: dialect !== undefined, content, file };
}
