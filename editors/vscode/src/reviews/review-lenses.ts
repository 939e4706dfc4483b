/** What can be done with each hunk, above its lines in the proposed text. */
import { type Hunk, isPending, oneLine, type Review, type ReviewStore, termsOf } from "@tandem/host";
import {
  CodeLens,
  type CodeLensProvider,
  type Command,
  Disposable,
  EventEmitter,
  languages,
  Range,
  type TextDocument,
} from "vscode";
import { DocumentText } from "../document-text.js";
import type { Proposals } from "./proposals.js";
import { readReviewUri, SCHEME } from "./review-uri.js";

/** Longest words of an agent's or of the developer's that are shown, in characters. */
const MAX_WORDS = 200;

export class ReviewLenses implements CodeLensProvider {
  readonly #reviews: ReviewStore;
  readonly #proposals: Proposals;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #subscription: Disposable;

  constructor(reviews: ReviewStore, proposals: Proposals) {
    this.#reviews = reviews;
    this.#proposals = proposals;
    this.#subscription = Disposable.from(
      languages.registerCodeLensProvider({ scheme: SCHEME }, this),
      new Disposable(reviews.onChange(() => this.#changed.fire())),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    const { id = "", side } = readReviewUri(document.uri) ?? {};
    const review = this.#reviews.get(id);
    if (!review || side === "empty" || !isPending(review)) return [];
    const { text, places } = this.#proposals.of(review);
    const lines = DocumentText.of(text);
    const shown = places.flatMap(({ hunk, from }) => lensesOf(review, hunk, lines.positionAt(from).line));
    const hidden = review.hunks
      .filter((hunk) => !places.some((place) => place.hunk.id === hunk.id))
      .flatMap((hunk) => {
        const before = places.filter(({ hunk: other }) => other.from < hunk.from);
        const grown = before.reduce((sum, { hunk: { insert, from, to } }) => sum + insert.length - (to - from), 0);
        return lensesOf(review, hunk, lines.positionAt(Math.min(hunk.from + grown, lines.length)).line);
      });
    return [...headOf(review), ...shown, ...hidden];
  }
}

function headOf(review: Review): CodeLens[] {
  const words = [
    `$(hubot) ${review.agent.name}${review.reason === "" ? "" : `: ${said(review.reason)}`}`,
    ...(review.protected ? ["$(warning) This file can run code or steer agents"] : []),
    ...(review.agentGone ? ["$(debug-disconnect) the agent is gone"] : []),
  ];
  // VS Code shows the buttons in a title only where the keyboard is.
  const act = (title: string, command: string) => lens(0, { title, command, arguments: [review.id] });
  return [
    act("$(check-all) Accept changes", "tandem.review.accept"),
    act("$(close-all) Reject changes", "tandem.review.reject"),
    ...words.map((title) => lens(0, { title, command: "" })),
  ];
}

function lensesOf({ id, kind, terms }: Review, hunk: Hunk, line: number): CodeLens[] {
  const act = (title: string, command: string): CodeLens => lens(line, { title, command, arguments: [id, hunk.id] });
  if (hunk.stale) return [lens(line, { title: "$(warning) You changed these lines since", command: "" })];
  // What is taken or left as a whole has its buttons in the title.
  const comment = act(
    hunk.comment === "" ? "$(comment) Comment" : `$(comment) ${said(hunk.comment)}`,
    "tandem.hunk.comment",
  );
  if (kind !== "edit" || !termsOf({ terms }).editable) return [comment];
  if (hunk.verdict === "accepted") return [act("$(check) Accepted · take back", "tandem.hunk.undecide"), comment];
  if (hunk.verdict === "rejected") return [act("$(close) Rejected · take back", "tandem.hunk.undecide"), comment];
  return [act("$(check) Accept", "tandem.hunk.accept"), act("$(close) Reject", "tandem.hunk.reject"), comment];
}

function lens(line: number, command: Command): CodeLens {
  return new CodeLens(new Range(line, 0, line, 0), command);
}

/** Without what would be taken for an icon. */
function said(words: string): string {
  return oneLine(words, MAX_WORDS).replaceAll("$(", "$ (");
}
