import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { readStamp } from "./disk-stamp.js";
import { createPathResolver } from "./paths.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

it("is settled only a while after the last change", async () => {
  const root = await temporaryFolder(onTestFinished);
  await writeFile(join(root, "a"), "");
  const path = await (await createPathResolver([root])).file(join(root, "a"));
  await vi.waitFor(async () => expect(await readStamp(path)).toMatchObject({ settled: true }));
  await writeFile(join(root, "a"), "changed");
  expect(await readStamp(path)).toMatchObject({ settled: false, size: 7 });
});

it("of a file that is gone is FILE_NOT_FOUND", async () => {
  const root = await temporaryFolder(onTestFinished);
  const path = { ...(await (await createPathResolver([root])).directory("")), path: join(root, "gone") };
  await expect(readStamp(path)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
});
