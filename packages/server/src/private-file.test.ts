import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writePrivateFile } from "./private-file.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tandem-private-"));
});
afterEach(() => rm(folder, { recursive: true }));

it.each([false, true])(
  "a file that cannot be written leaves nothing behind (onlyIfAbsent: %s)",
  async (onlyIfAbsent) => {
    await mkdir(join(folder, "taken"));
    const path = join(folder, "taken", ...(onlyIfAbsent ? ["x".repeat(250)] : []));
    await expect(writePrivateFile(path, "text", { onlyIfAbsent })).rejects.toThrow();
    expect(await readdir(folder, { recursive: true })).toEqual(["taken"]);
  },
);
