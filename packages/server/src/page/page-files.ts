/** The built page, read once: what is served is a fixed table, and no request ever becomes a path on disk. */
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

export interface PageFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Its name changes with its content. */
  readonly hashed: boolean;
}

export interface PageFiles {
  /** The page itself, for one answer; the nonce lets its scripts add style sheets. */
  index(nonce: string): string;
  /** By request target, for example "/assets/index-Ab12Cd34.js". */
  readonly files: ReadonlyMap<string, PageFile>;
}

const INDEX = "/index.html";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

/** Regular files of a type that is known; links and others are left out. Rejects if there is no page. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const target = `/${relative(folder, path).split(sep).join("/")}`;
    // What a browser would write differently could never be asked for.
    if (new URL(target, "http://page").pathname !== target) continue;
    files.set(target, { bytes: await readFile(path), type, hashed: target.startsWith("/assets/") });
  }
  const page = files.get(INDEX);
  if (!page) throw new Error(`There is no page in ${folder}: index.html is missing.`);
  files.delete(INDEX);
  return { files, index: withNonce(page.bytes.toString("utf8")) };
}

/** Fills in, or adds, the element in which the page finds its nonce. */
function withNonce(html: string): (nonce: string) => string {
  const element = /<meta\s[^>]*name="csp-nonce"[^>]*>/i;
  const [before = "", after] = element.test(html) ? html.split(element) : html.split(/(?<=<head\b[^>]*>)/i);
  if (after === undefined) throw new Error("The page has no head.");
  return (nonce) => `${before}<meta name="csp-nonce" content="${nonce}">${after}`;
}
