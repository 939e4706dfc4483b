/** Documents as language servers are shown them. */
import type { TextSnapshot, WorkspacePath } from "@tandem/host";
import type { LiveDocument } from "@tandem/workspace";
import type { Document } from "./document.js";
import type { Documents } from "./documents.js";

export function liveDocument({ path, text, version }: Document): LiveDocument {
  return fromSnapshot(path.path, { text, version });
}

/** Of a buffer, or of the disk if the file is not open. */
export async function readDocument(documents: Documents, path: WorkspacePath): Promise<LiveDocument> {
  return fromSnapshot(path.path, await documents.read(path));
}

function fromSnapshot(file: string, { text, version }: Pick<TextSnapshot, "text" | "version">): LiveDocument {
  return { file, version, text: () => text.sliceString(0) };
}
