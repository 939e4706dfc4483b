/** Proposals that nobody waits for any more, in an editor that was lost with them. It may show them again when it is back. */
import * as z from "zod";
import type { IdeConnection } from "../connection/ide-connection.js";
import { parseJson } from "../parse-json.js";

const listSchema = z.object({ reviews: z.array(z.object({ id: z.string(), key: z.string().optional() })) });
const LIST_MS = 5000;

/** By their keys. */
export class GivenUp {
  readonly #keys = new Set<string>();

  add(key: string): void {
    this.#keys.add(key);
  }

  /** Takes back those that wait in this editor; the others may be in another. Never rejects: what fails is done next time. */
  async withdrawFrom(connection: IdeConnection): Promise<void> {
    if (this.#keys.size === 0 || !connection.knowsKeys) return;
    try {
      const [text = ""] = await connection.callTool("ide.review.list", { pending: true }, { timeoutMs: LIST_MS });
      for (const { id, key } of listSchema.parse(parseJson(text)).reviews) {
        if (key === undefined || !this.#keys.has(key)) continue;
        await connection.callTool("ide.review.withdraw", { id }, { timeoutMs: LIST_MS });
        this.#keys.delete(key);
      }
    } catch {
      // The editor is lost again, or the developer has decided meanwhile.
    }
  }
}
