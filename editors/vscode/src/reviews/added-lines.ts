/** The lines that one hunk would bring, between the lines of the document: a comment without a reply. */
import { countTextLines, type Hunk, oneLine, type Review } from "@tandem/host";
import {
  type Comment,
  CommentMode,
  type CommentThread,
  CommentThreadCollapsibleState,
  CommentThreadState,
  MarkdownString,
  Range,
  type Uri,
  workspace,
} from "vscode";
import { addedText } from "./added-text.js";
import type { HunkPlace } from "./review-display.js";

/** Longest reason that is shown, in characters. */
const MAX_REASON = 200;

/** Without a range a thread is one of the file, and shown at its very top; the typings leave that out. */
interface Threads {
  createCommentThread(uri: Uri, range: Range | undefined, comments: readonly Comment[]): CommentThread;
}

export class AddedLines {
  readonly #thread: CommentThread;
  #insert: string | undefined;

  /** Above the hunk's lines: below the line before, or at the top, where it stays. */
  constructor(threads: Threads, uri: Uri, review: Review, place: HunkPlace) {
    this.#thread = threads.createCommentThread(uri, lineAbove(place), []);
    this.#thread.canReply = false;
    this.#thread.label = labelOf(review);
    // VS Code opens its list of comments for those that are unresolved.
    this.#thread.state = CommentThreadState.Resolved;
    this.#thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    this.put(place);
  }

  put(place: HunkPlace): void {
    const range = lineAbove(place);
    if (range && !this.#thread.range?.isEqual(range)) this.#thread.range = range;
    const { insert } = place.hunk;
    if (insert === this.#insert) return;
    this.#insert = insert;
    const tabSize = workspace.getConfiguration("editor", this.#thread.uri).get<number>("tabSize", 4);
    const body = new MarkdownString(addedText(insert, tabSize));
    body.supportHtml = true;
    this.#thread.comments = [{ body, mode: CommentMode.Preview, author: { name: countWords(place.hunk) } }];
  }

  dispose(): void {
    this.#thread.dispose();
  }
}

function labelOf({ agent, reason }: Review): string {
  return reason === "" ? `${agent.name} proposes` : `${agent.name}: ${oneLine(reason, MAX_REASON)}`;
}

function lineAbove({ line }: HunkPlace): Range | undefined {
  return line === 0 ? undefined : new Range(line - 1, 0, line - 1, 0);
}

function countWords({ insert, removed }: Hunk): string {
  const [added, gone] = [countTextLines(insert), countTextLines(removed)];
  const words = added === 1 ? "1 line" : `${added} lines`;
  return gone === 0 ? `adds ${words}` : `${words} instead of the ${gone === 1 ? "one" : gone} below`;
}
