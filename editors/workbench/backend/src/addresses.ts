/** A window that was there a short while ago comes back under the same addresses: open pages and agents find it again. */
import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newToken } from "@tandem/server";
import { z } from "zod";

const addressesSchema = z.object({
  secret: z.string().min(32),
  token: z.string().min(32),
  pagePort: z.int().min(0).max(65535),
  mcpPort: z.int().min(0).max(65535),
});

export type Addresses = z.infer<typeof addressesSchema>;

const FILE = "addresses.json";
const REMEMBERED_MS = 10 * 60_000;
const ALIVE_MS = 60_000;

/** Those of ten minutes ago at the most, or new ones; ports are 0 where any will do. */
export async function recallAddresses(folder: string | undefined): Promise<Addresses> {
  const fresh = { secret: newToken(), token: newToken(), pagePort: 0, mcpPort: 0 };
  if (folder === undefined) return fresh;
  try {
    const path = join(folder, FILE);
    if (Date.now() - (await stat(path)).mtimeMs > REMEMBERED_MS) return fresh;
    return addressesSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return fresh;
  }
}

/** Remembers them as long as the process lives, and ten minutes more. Returns the end. */
export async function rememberAddresses(folder: string | undefined, addresses: Addresses): Promise<() => void> {
  if (folder === undefined) return () => {};
  const path = join(folder, FILE);
  await writeFile(path, JSON.stringify(addresses), { mode: 0o600 });
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, ALIVE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Opens on a remembered port if it is free, and else on any. */
export async function openAgain<T>(
  port: number,
  open: (port: number) => Promise<T>,
  otherwise: () => Promise<T>,
): Promise<T> {
  if (port === 0) return otherwise();
  try {
    return await open(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return otherwise();
  }
}
