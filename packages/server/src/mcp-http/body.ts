import type { IncomingMessage } from "node:http";

/**
 * The request's body, or undefined as soon as it is known to be larger than `maxBytes`; the rest of it is left unread.
 * Rejects if the peer goes away before it has sent it all.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return chunks.push(chunk);
      request.pause();
      return resolve(undefined);
    });
    request.once("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size)));
    request.once("error", reject);
    request.once("close", () => reject(new Error("The peer left in the middle of its request.")));
  });
}
