/** Everything by which reviews are seen and decided in VS Code, put together. */
import type { HostCore, TextWriter } from "@tandem/host";
import { commands, Disposable, StatusBarAlignment, window } from "vscode";
import type { Folders } from "../folders.js";
import { Later } from "../later.js";
import { Developer } from "./developer.js";
import { InlineReviews } from "./inline-reviews.js";
import { Proposals } from "./proposals.js";
import { registerReviewCommands } from "./review-commands.js";
import { ReviewFloor } from "./review-floor.js";
import { ReviewLenses } from "./review-lenses.js";
import { closeReviewTabs, ReviewTabs } from "./review-tabs.js";
import { COUNT_MS, ReviewsView, waitingWords } from "./reviews-view.js";

export interface ReviewSurfaceParts {
  readonly core: HostCore;
  readonly folders: Folders;
  /** The live texts of files. */
  readonly texts: Pick<TextWriter, "now" | "live">;
  readonly log: (message: string) => void;
}

export interface ReviewSurface extends Disposable {
  /** Closes the tabs of reviews, without deciding any. To be called last. */
  putAway(): Promise<void>;
}

export function openReviewSurface({ core, folders, texts, log }: ReviewSurfaceParts): ReviewSurface {
  const { reviews } = core;
  const developer = new Developer(core);
  const proposals = new Proposals({ reviews, texts, log, rewrite: (id, changes) => developer.rewrite(id, changes) });
  const sideBySide = new ReviewTabs({ reviews, proposals, developer, folders });
  const inline = new InlineReviews({ reviews, developer, folders, sideBySide });
  const floor = new ReviewFloor({ reviews, sideBySide, inline, log });
  const parts = Disposable.from(
    proposals,
    sideBySide,
    inline,
    floor,
    new ReviewLenses(reviews, floor),
    new ReviewsView(reviews),
    registerReviewCommands({ reviews, developer, floor }),
    countInStatusBar(core),
    callAttention(core),
  );
  const putAway = async () => {
    for (const part of [floor, sideBySide, inline]) part.dispose();
    await closeReviewTabs(proposals);
  };
  return { putAway, dispose: () => parts.dispose() };
}

function countInStatusBar({ reviews }: HostCore): Disposable {
  const item = window.createStatusBarItem("tandem.reviews", StatusBarAlignment.Left, 1);
  item.name = "Tandem: reviews";
  item.command = "tandem.review.show";
  const update = () => {
    const waiting = reviews.pending().length;
    item.text = `$(git-pull-request) ${waiting === 1 ? "1 review" : `${waiting} reviews`}`;
    item.tooltip = `${waitingWords(waiting)} for you`;
    void commands.executeCommand("setContext", "tandem.reviews", waiting);
    if (waiting > 0) item.show();
    else item.hide();
  };
  update();
  const forget = new Disposable(() => void commands.executeCommand("setContext", "tandem.reviews", 0));
  const later = new Later(update, COUNT_MS);
  return Disposable.from(item, later, new Disposable(reviews.onChange(() => later.ask())), forget);
}

/** Only a developer who looks elsewhere is called. */
function callAttention({ reviews }: HostCore): Disposable {
  let known = new Set(reviews.pending().map(({ id }) => id));
  const look = () => {
    const pending = reviews.pending();
    const fresh = pending.find(({ id }) => !known.has(id));
    known = new Set(pending.map(({ id }) => id));
    if (!fresh || window.state.focused) return;
    const { agent, path, id } = fresh;
    const message = `${agent.name} proposes a change of ${path.relative}.`;
    void window.showInformationMessage(message, "Review").then((chosen) => {
      if (chosen !== undefined) void commands.executeCommand("tandem.review.show", id);
    });
  };
  return new Disposable(reviews.onChange(look));
}
