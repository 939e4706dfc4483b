/** What serves a page's requests: one handler for each, checked by the compiler against the contract. */
import type { RequestName, RequestParams, RequestResult } from "@tandem/workbench-shared";
import type { FileChange } from "@tandem/workspace";
import type { Document } from "../document.js";
import type { MadeOn } from "../page-updates.js";
import type { FileFinder } from "./file-finder.js";

/** The page that asks. */
export interface AskingPage {
  /** Tells the page what it lacks since what it has, or the whole text, and from now on every update. */
  follow(document: Document, has?: MadeOn): void;
}

export type ServedName = Exclude<RequestName, "hello">;

/** What it throws is told to the page as a failure. The answer `{}` is left out. */
export type RequestHandlers<Names extends ServedName = ServedName> = {
  readonly [N in Names]: (params: RequestParams<N>, page: AskingPage) => Answer<N>;
};

type Answer<N extends RequestName> =
  RequestResult<N> extends Record<string, never> ? Promise<void> : Promise<RequestResult<N>>;

export interface FilesOfPage {
  readonly finder: Pick<FileFinder, "find">;
  /** Tells what the watcher will tell too, but later. */
  readonly filesChanged: (changes: readonly FileChange[]) => void;
}
