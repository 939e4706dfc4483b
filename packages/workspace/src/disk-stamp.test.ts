import { lstat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { readStamp } from "./disk-stamp.js";
import { createPathResolver } from "./paths.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

it("is settled only a while after the last change", async () => {
  const root = await temporaryFolder(onTestFinished);
  await writeFile(join(root, "a"), "changed");
  const path = await (await createPathResolver([root])).file(join(root, "a"));
  const { ctimeMs } = await lstat(path.path);
  const clock = vi.spyOn(Date, "now");
  onTestFinished(() => clock.mockRestore());
  for (const [passed, settled] of [
    [10, false],
    [1000, true],
  ] as const) {
    clock.mockReturnValue(ctimeMs + passed);
    expect(await readStamp(path)).toMatchObject({ settled, size: 7 });
  }
});

it("of a file that is gone is FILE_NOT_FOUND", async () => {
  const root = await temporaryFolder(onTestFinished);
  const path = { ...(await (await createPathResolver([root])).directory("")), path: join(root, "gone") };
  await expect(readStamp(path)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
});
