import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new private folder, by its real path, and how to remove it with all that it holds. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tandem-agent-")));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
