/** The addresses of reviews' documents. */
import { Uri } from "vscode";

export const SCHEME = "tandem-review";

/** The text as it would be, or the one that there is where no file has it. */
export type Side = "proposed" | "empty";

/** The path is the file's, so that the language and the title are. */
export function reviewUri(file: string, id: string, side: Side = "proposed"): Uri {
  return Uri.file(file).with({ scheme: SCHEME, query: new URLSearchParams({ id, side }).toString() });
}

/** Undefined if it is none of a review's. */
export function readReviewUri(uri: Uri | undefined): { readonly id: string; readonly side: Side } | undefined {
  if (uri?.scheme !== SCHEME) return undefined;
  const query = new URLSearchParams(uri.query);
  return { id: query.get("id") ?? "", side: query.get("side") === "empty" ? "empty" : "proposed" };
}
