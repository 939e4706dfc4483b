/** What the page asks of the backend: a table of requests, each checked before it is served. The first one is `hello`. */
import * as z from "zod";
import type { Failure, TreeEntry } from "./to-page.js";

const file = z.string().min(1).max(4096);
const relative = z.string().max(4096);
const offset = z.int().min(0);
const edition = z.string().max(100);
const text = z.string().max(16_000_000);

/** Name → parameters. */
export const requests = {
  /** Must be the first; carries the secret of the link. */
  hello: z.strictObject({ secret: z.string().max(200) }),
  /** Opens a tab and asks for the document's text and updates. */
  openDocument: z.strictObject({ relative, preview: z.boolean() }),
  /** Asks again for a document that the page shows, from the edition and version that it has. */
  followDocument: z.strictObject({ file, edition, version: z.int().min(0) }),
  /** Fails with STALE if there are unsaved changes, unless they are to be thrown away. */
  closeDocument: z.strictObject({ file, discard: z.boolean() }),
  keepDocument: z.strictObject({ file }),
  saveDocument: z.strictObject({ file, overwrite: z.boolean() }),
  /** Takes the disk's text for a document in conflict. */
  reloadDocument: z.strictObject({ file }),
  /** The developer's changes; `edition` and `version` are those of the text they were made on. Fails with STALE: follow, rebase, push again. */
  pushUpdates: z.strictObject({
    file,
    edition,
    version: z.int().min(0),
    updates: z
      .array(z.strictObject({ clientID: z.string().min(1).max(100), changes: z.unknown() }))
      .min(1)
      .max(1000),
  }),
  /** Where the developer is; sent at most a few times a second. */
  lookAt: z.strictObject({
    file,
    line: z.int().min(1),
    column: z.int().min(1),
    startLine: z.int().min(1),
    endLine: z.int().min(1),
    selection: z.strictObject({ from: offset, to: offset }).optional(),
  }),
  /** Whether the page has the keyboard; said after every connect and whenever it changes. */
  setFocus: z.strictObject({ focused: z.boolean() }),
  /** Points agents at a file, or at lines of it. */
  mention: z.strictObject({
    file,
    lines: z.strictObject({ startLine: z.int().min(1), endLine: z.int().min(1) }).optional(),
  }),
  listDirectories: z.strictObject({ relatives: z.array(relative).min(1).max(1000) }),
  /** Files whose path matches, best first. */
  findFiles: z.strictObject({ query: z.string().max(500), limit: z.int().min(1).max(200) }),
  createFile: z.strictObject({ relative }),
  renameFile: z.strictObject({ from: relative, to: relative }),
  deleteFile: z.strictObject({ relative }),
  /** Verdicts on hunks; once every hunk has one, the review is decided and applied. */
  decideHunks: z.strictObject({
    review: z.string().max(100),
    verdicts: z
      .array(z.strictObject({ hunk: z.int().min(0), verdict: z.enum(["undecided", "accepted", "rejected"]) }))
      .min(1),
  }),
  /** Decides the whole: accept takes every hunk that is not rejected or stale, reject takes none. */
  decideReview: z.strictObject({
    review: z.string().max(100),
    verdict: z.enum(["accept", "reject"]),
    comment: z.string().max(10_000),
  }),
  editHunk: z.strictObject({ review: z.string().max(100), hunk: z.int().min(0), insert: text }),
  commentHunk: z.strictObject({ review: z.string().max(100), hunk: z.int().min(0), comment: z.string().max(10_000) }),
  /** Takes an accepted change back, where the text it left is still there. */
  undoReview: z.strictObject({ review: z.string().max(100) }),
  changeSettings: z.strictObject({
    mode: z.enum(["review", "trust", "read-only"]).optional(),
    saveOnAccept: z.enum(["never", "when-clean", "always"]).optional(),
  }),
} as const;

export type RequestName = keyof typeof requests;
export type RequestParams<N extends RequestName> = z.infer<(typeof requests)[N]>;

/** What each request is answered with; those not named here are answered with `{}`. */
interface Results {
  openDocument: { file: string };
  /** In the order asked for. */
  listDirectories: { listings: ({ entries: TreeEntry[] } | { error: Failure })[] };
  findFiles: { files: string[] };
  createFile: { file: string };
}
export type RequestResult<N extends RequestName> = N extends keyof Results ? Results[N] : Record<string, never>;

export interface PageRequest<N extends RequestName = RequestName> {
  readonly id: number;
  readonly name: N;
  readonly params: RequestParams<N>;
}

export type ToBackend = { [N in RequestName]: PageRequest<N> }[RequestName];

/** The envelope; the parameters are checked by the request's own schema. */
export const toBackendSchema = z.strictObject({
  id: z.int().min(0),
  name: z.enum(Object.keys(requests) as [RequestName, ...RequestName[]]),
  params: z.unknown(),
});
