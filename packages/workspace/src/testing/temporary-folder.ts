/** A real, empty folder for one test. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Its real path. `whenDone` is given what removes it: vitest's `onTestFinished` in a test. */
export async function temporaryFolder(whenDone: (remove: () => Promise<void>) => void): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tandem-test-")));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
