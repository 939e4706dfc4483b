/** A workspace `ws` full of links, good and bad, with things beside it that must not be reached. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPathResolver, type WorkspacePaths } from "../paths.js";
import { temporaryFolder } from "./temporary-folder.js";

/** Every file outside the workspace holds this; none inside does. */
export const SECRET = "secret";

export interface LinkedTree {
  readonly base: string;
  /** Of the workspace. */
  readonly root: string;
  readonly paths: WorkspacePaths;
  readonly remove: () => Promise<void>;
}

/** `alias`, beside the workspace, is a link to it. */
export async function makeLinkedTree(): Promise<LinkedTree> {
  let remove = async () => {};
  const base = await temporaryFolder((whenDone) => {
    remove = whenDone;
  });
  const root = await makeTree(base);
  return { base, root, paths: await createPathResolver([root]), remove };
}

/** Returns the root of the workspace. */
async function makeTree(base: string): Promise<string> {
  const root = join(base, "ws");
  await mkdir(join(root, "src/deep"), { recursive: true });
  await mkdir(join(base, "ws-evil"));
  await mkdir(join(base, "outside/inner"), { recursive: true });
  for (const file of ["a.txt", "src/b.txt", "src/deep/c.txt", "é.txt", "with space.txt", "%2e%2e"]) {
    await writeFile(join(root, file), "inside");
  }
  for (const file of ["ws-evil/a.txt", "outside/secret.txt", "outside/inner/secret.txt", "secret.txt"]) {
    await writeFile(join(base, file), SECRET);
  }
  const links: Record<string, string> = {
    "to-file": "a.txt",
    "to-src": "src",
    "to-root": ".",
    "chain-1": "chain-2",
    "chain-2": "to-src/b.txt",
    "src/up": "..",
    "src/deep/top": root,
    "out-dir": join(base, "outside"),
    "out-file": join(base, "outside/secret.txt"),
    "out-relative": "../outside",
    "out-parent": "..",
    "out-slash": "/",
    "out-etc": "/etc",
    "out-passwd": "/etc/passwd",
    "out-evil": "../ws-evil",
    "out-chain-1": "out-chain-2",
    "out-chain-2": "src/out-chain-3",
    "src/out-chain-3": "../out-dir/inner",
    "out-proc": "/proc/self/root",
    dangling: "missing",
    "dangling-out": join(base, "outside/not-yet"),
    "dangling-dir": join(base, "not-there/x"),
    loop: "loop",
    "loop-1": "loop-2",
    "loop-2": "loop-1",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
  await symlink(root, join(base, "alias"));
  return root;
}
