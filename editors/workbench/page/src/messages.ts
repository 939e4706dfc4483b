/** What the backend tells, put into the page's state. */
import type { Effect, ReviewView } from "@tandem/workbench-shared";
import { openFile, takeTabs } from "./actions/files.js";
import { offerReview, settleProposed } from "./actions/reviews.js";
import { recallFolds, refresh } from "./actions/tree.js";
import type { Told } from "./channel.js";
import { flushModels, followReviews, knownModel } from "./editor/hunk-model.js";
import { showReview } from "./editor/place-reviews.js";
import { Findings } from "./findings.js";
import { tellFocus } from "./focus.js";
import { announce } from "./notification.js";
import { forgetSecret } from "./secret.js";
import { buffers, flashText, serveHunkRequest, showPlace, sync, takeText, underlineText } from "./stage.js";
import { activity, agents } from "./state/agents.js";
import { isTyping } from "./state/caret.js";
import { relativeOf, setConnection, welcome } from "./state/connection.js";
import { takeDiagnostics } from "./state/diagnostics.js";
import { git } from "./state/git.js";
import { notify } from "./state/notices.js";
import { pending, takeDecided, takeReviews } from "./state/reviews.js";
import { takeSaying } from "./state/saying.js";
import { followsAgent, settings } from "./state/settings.js";
import { activeFile, touch } from "./state/tabs.js";
import { nameOf } from "./state/tree.js";

const findings = new Findings((file, found) => {
  takeDiagnostics(file, found);
  underlineText(file);
});

export function takeMessage(message: Told): void {
  switch (message.type) {
    case "welcome":
      welcome.value = message;
      recallFolds(message.root);
      setConnection("online");
      tellFocus();
      sync.followAll();
      flushModels();
      refresh();
      break;
    case "refused":
      forgetSecret();
      setConnection("refused");
      break;
    case "settings":
      settings.value = message.settings;
      break;
    case "agents":
      agents.value = message.agents;
      break;
    case "tabs":
      takeTabs(message.tabs);
      break;
    case "document":
      takeText(message);
      placeReview();
      break;
    case "updates":
      if (buffers.receive(message.file, message.version, message.updates)) sync.arrived(message.file);
      else sync.follow(message.file);
      break;
    case "stored":
      buffers.stored(message.file, message.version);
      break;
    case "unstored":
      notify(`What you typed in ${nameOf(message.file)} is not on disk: ${message.reason}. It is tried again.`, "bad");
      break;
    case "closed":
      sync.closed(message.file);
      findings.drop(message.file);
      break;
    case "decided":
      takeDecided(message.ids, message.reviews);
      break;
    case "reviews":
      takeReviewList(message.reviews);
      break;
    case "diagnostics":
      findings.take(message.file, message.diagnostics);
      break;
    case "git":
      git.value = message.git;
      break;
    case "tree":
      refresh(message.directories);
      break;
    case "effect":
      void takeEffect(message.effect);
      break;
    case "said":
      takeSaying(message.saying);
      break;
    case "activity":
      activity.value = message.entries;
      break;
  }
}

function takeReviewList(list: readonly ReviewView[]): void {
  const known = new Set(pending.value.map(({ id }) => id));
  takeReviews(list, (review, hunk) => knownModel(review, hunk.id)?.isOwnEdit(hunk.insert) === true);
  followReviews(list);
  settleProposed();
  placeReview();
  offerReview();
  announce(pending.value, ({ id }) => !known.has(id));
}

/** Also where another review of the file was chosen. */
export function placeReview(): void {
  showReview(buffers);
  serveHunkRequest();
}

/** The developer's view is left alone while they type, or if they do not follow agents. They may begin to at any moment. */
function mayMove(): boolean {
  return followsAgent.value && !isTyping();
}

async function takeEffect({ agent, file, kind, startLine, endLine, select }: Effect): Promise<void> {
  if (kind === "reveal" && mayMove() && file !== activeFile.value) {
    await openFile(relativeOf(file), true, mayMove);
  }
  if (file !== activeFile.value) touch(file, agent.colour);
  flashText(file, startLine, endLine, agent.colour);
  if (kind === "reveal" && mayMove()) showPlace(file, startLine, select);
}
