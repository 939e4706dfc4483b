/** What can be done with a review and with each hunk, in words above the lines of the document that shows them. */
import { type Hunk, oneLine, type Review, type ReviewStore, termsOf } from "@tandem/host";
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
import type { ReviewFloor } from "./review-floor.js";
import { SCHEME } from "./review-uri.js";

/** Longest words of an agent's or of the developer's that are shown, in characters. */
const MAX_WORDS = 200;

export class ReviewLenses implements CodeLensProvider {
  readonly #floor: ReviewFloor;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #subscription: Disposable;

  constructor(reviews: ReviewStore, floor: ReviewFloor) {
    this.#floor = floor;
    this.#subscription = Disposable.from(
      languages.registerCodeLensProvider([{ scheme: SCHEME }, { scheme: "file" }], this),
      floor.onDidShow(() => this.#changed.fire()),
      new Disposable(reviews.onChange(() => this.#changed.fire())),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  provideCodeLenses({ uri }: TextDocument): CodeLens[] {
    const review = this.#floor.reviewIn(uri);
    if (!review || !this.#floor.isInSight(review.id)) return [];
    const isInline = uri.scheme !== SCHEME;
    const places = this.#floor.places(review);
    const ofHunks = places.flatMap(({ hunk, line }) => [
      ...verdictsOf(review, hunk, line),
      ...(isInline && places.length > 1 ? stepsOf(review, hunk, line) : []),
    ]);
    return [...actionsOf(review, isInline), ...ofHunks, ...wordsOf(review)];
  }
}

/** VS Code shows the buttons in a title only where the keyboard is. */
function actionsOf({ id }: Review, isInline: boolean): CodeLens[] {
  const act = (title: string, command: string) => lens(0, { title, command, arguments: [id] });
  return [
    act("$(check-all) Accept changes", "tandem.review.accept"),
    act("$(close-all) Reject changes", "tandem.review.reject"),
    ...(isInline ? [act("$(diff) Show as diff", "tandem.review.showDiff")] : []),
  ];
}

function wordsOf(review: Review): CodeLens[] {
  const words = [
    `$(hubot) ${review.agent.name}${review.reason === "" ? "" : `: ${said(review.reason)}`}`,
    ...(review.protected ? ["$(warning) This file can run code or steer agents"] : []),
    ...(review.agentGone ? ["$(debug-disconnect) the agent is gone"] : []),
  ];
  return words.map((title) => lens(0, { title, command: "" }));
}

function verdictsOf({ id, kind, terms }: Review, hunk: Hunk, line: number): CodeLens[] {
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

function stepsOf({ id }: Review, hunk: Hunk, line: number): CodeLens[] {
  const act = (title: string, command: string): CodeLens => lens(line, { title, command, arguments: [id, hunk.id] });
  return [act("$(arrow-up) Previous", "tandem.hunk.previous"), act("$(arrow-down) Next", "tandem.hunk.next")];
}

function lens(line: number, command: Command): CodeLens {
  return new CodeLens(new Range(line, 0, line, 0), command);
}

/** Without what would be taken for an icon. */
function said(words: string): string {
  return oneLine(words, MAX_WORDS).replaceAll("$(", "$ (");
}
