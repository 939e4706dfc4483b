/** A window that was there a short while ago comes back under the same addresses: open pages and agents find it again. */
import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { newToken } from "./auth-token.js";

/** 0: any will do. */
const port = z.int().min(0).max(65535);

const addressesSchema = z.object({
  secret: z.string().min(32),
  token: z.string().min(32),
  /** Of the lock files. */
  lockToken: z.string().min(32),
  pagePort: port,
  mcpPort: port,
  wsPort: port,
  clioPort: port,
});

export type Addresses = z.infer<typeof addressesSchema>;

const FILE = "addresses.json";
const REMEMBERED_MS = 10 * 60_000;
const ALIVE_MS = 60_000;

/** Those of ten minutes ago at the most, or new ones; ports are 0 where any will do. */
export async function recallAddresses(folder: string | undefined): Promise<Addresses> {
  const ports = { pagePort: 0, mcpPort: 0, wsPort: 0, clioPort: 0 };
  const fresh = { secret: newToken(), token: newToken(), lockToken: newToken(), ...ports };
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

/** The port of a door's address; 0 if there is none. */
export function portOfUrl(url: string | undefined): number {
  return url === undefined ? 0 : Number(new URL(url).port);
}
