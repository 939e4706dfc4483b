import type { ReviewView } from "@tandem/workbench-shared";
import { decideSet } from "../actions/decide.js";
import { openReview, undoReview } from "../actions/reviews.js";
import { clockTime } from "../format.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { Splitter } from "../parts/splitter.js";
import { isOnline } from "../state/connection.js";
import { byAgent, bySet, decided, isInert, pending, reviewFor } from "../state/reviews.js";
import { showsDecided, sideWidth } from "../state/settings.js";
import { activeFile } from "../state/tabs.js";
import { nameOf } from "../state/tree.js";

export function Reviews() {
  return (
    <aside class="side right" aria-label="Reviews">
      <Splitter label="Width of the reviews" size={sideWidth} least={200} most={640} axis="x" grows={-1} />
      <Waiting />
      <Decided />
    </aside>
  );
}

function Waiting() {
  const groups = byAgent(pending.value);
  return (
    <section class="panel">
      <h2>
        <span class="head">Waiting for you · {pending.value.length}</span>
      </h2>
      {groups.length === 0 && <p class="nothing">Nothing waits. What agents propose appears here and in the text.</p>}
      <div class="list">
        {groups.map(({ agent, reviews }) => (
          <section key={agent.id} data-agent={agent.colour} aria-label={agent.name}>
            <div class="agent-head">
              <i class="dot" />
              <span class="clip">{agent.name}</span>
            </div>
            {bySet(reviews).map((set) => (
              <WaitingSet key={set[0]?.id} set={set} />
            ))}
          </section>
        ))}
      </div>
    </section>
  );
}

/** Several files that were proposed as one can be decided as one. */
function WaitingSet({ set }: { readonly set: readonly ReviewView[] }) {
  const rows = set.map((review) => <WaitingRow key={review.id} review={review} />);
  if (set.length === 1) return rows;
  const files = `${set.length} files`;
  const inert = set.some(({ id }) => isInert(id));
  return (
    <section aria-label={`${files}, proposed as one`}>
      <div class="set-head">
        <span class="clip">{files}, as one</span>
        <Button look="outlined" inert={inert} label={`Reject ${files}`} onClick={() => void decideSet(set, "reject")}>
          Reject
        </Button>
        <Button look="outlined" inert={inert} label={`Accept ${files}`} onClick={() => void decideSet(set, "accept")}>
          Accept
        </Button>
      </div>
      {rows}
    </section>
  );
}

function WaitingRow({ review }: { readonly review: ReviewView }) {
  const shown = reviewFor(activeFile.value)?.id === review.id;
  return (
    <button
      type="button"
      class={shown ? "row on" : "row"}
      aria-current={shown}
      title={review.reason ? `${review.relative}\n${review.reason}` : review.relative}
      onClick={() => void openReview(review.id, true)}
    >
      <span class="clip">{nameOf(review.relative)}</span>
      <small>{summary(review)}</small>
    </button>
  );
}

function summary({ kind, hunks, added, removed }: ReviewView) {
  const stale = hunks.filter((hunk) => hunk.stale).length;
  const what = { create: "new", delete: "deleted", edit: `${hunks.length} ${hunks.length === 1 ? "hunk" : "hunks"}` };
  if (stale > 0) return `${what[kind]} · moved under you`;
  return (
    <>
      {what[kind]} · {added > 0 && <span class="plus">+{added}</span>}{" "}
      {removed > 0 && <span class="minus">−{removed}</span>}
    </>
  );
}

const outcomes: Readonly<Record<ReviewView["state"], string>> = {
  pending: "waiting",
  accepted: "accepted",
  "partly-accepted": "partly accepted",
  rejected: "rejected",
  withdrawn: "withdrawn",
  superseded: "superseded",
};

function Decided() {
  const open = showsDecided.value;
  return (
    <section class={open ? "panel grows" : "panel"}>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => {
            showsDecided.value = !open;
          }}
        >
          <Icon name={open ? "down" : "right"} size={10} /> Decided
        </button>
      </h2>
      {open && decided.value.length === 0 && <p class="nothing">Nothing yet.</p>}
      {open && (
        <div class="list">
          {decided.value.map((review) => (
            <DecidedRow key={review.id} review={review} />
          ))}
        </div>
      )}
    </section>
  );
}

const deeds = { edit: "the change to", create: "the creation of", delete: "the deletion of" } as const;

function DecidedRow({ review }: { readonly review: ReviewView }) {
  const { id, agent, relative, kind, state, decidedAt, undoable, undone } = review;
  return (
    <div class="decided" data-agent={agent.colour}>
      <button type="button" class="row" title={`${relative}, ${agent.name}`} onClick={() => void openReview(id, false)}>
        <i class="dot" />
        <span class="clip">{nameOf(relative)}</span>
        <small>
          {undone ? "undone" : outcomes[state]} {decidedAt !== undefined && `· ${clockTime(decidedAt)}`}
        </small>
      </button>
      {undoable && (
        <Button
          look="outlined"
          inert={!isOnline.value}
          label={`Undo ${deeds[kind]} ${nameOf(relative)}`}
          onClick={() => undoReview(id)}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
