import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PathResolver } from "@tandem/host";
import { IdeError } from "@tandem/protocol";
import { absolutePath } from "@tandem/workspace";
import type { Document } from "./document.js";
import type { Documents } from "./documents.js";

/**
 * The resolver, asked last for files that are open: their paths were checked when they were opened, and what is read of
 * them is the buffer, also when there is no file any more. Whoever goes to the disk for one checks again what is there.
 */
export function openFilesFirst(paths: PathResolver, documents: Documents): PathResolver {
  return {
    roots: paths.roots,
    newFile: (path) => paths.newFile(path),
    directory: (relative) => paths.directory(relative),
    file: async (written) => {
      const open = documents.get(written);
      if (open) return open.path;
      try {
        return await paths.file(written);
      } catch (thrown) {
        const isGone = thrown instanceof IdeError && thrown.code === "FILE_NOT_FOUND";
        const orphan = isGone ? await documentWithoutFile(documents, written) : undefined;
        if (orphan) return orphan.path;
        throw thrown;
      }
    },
  };
}

/** By another spelling of the path than the real one: of the directory the disk may still know it. */
async function documentWithoutFile(documents: Documents, written: string): Promise<Document | undefined> {
  const path = join(absolutePath(written));
  const directory = await realpath(dirname(path)).catch(() => dirname(path));
  return documents.get(join(directory, basename(path)));
}
