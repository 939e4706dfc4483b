/** Everything between the doors and one host, put together. */
import { AgentRegistry } from "./agents.js";
import { type Clock, systemClock } from "./clock.js";
import { createDispatch, type Dispatch, type SettledCall } from "./dispatch.js";
import type { EventHub } from "./events/event-hub.js";
import type { IdeHost } from "./ide-host.js";
import type { Mode } from "./policy.js";
import { Application } from "./review/application.js";
import { Decisions, type SaveOnAccept } from "./review/decision.js";
import { EarlierProposals } from "./review/earlier.js";
import { HunkPlaces } from "./review/hunk-places.js";
import { ReviewDesk } from "./review/review-desk.js";
import { type ReviewJournal, ReviewStore } from "./review/review-store.js";
import { Undo } from "./review/undo.js";

export interface HostCore {
  readonly host: IdeHost;
  readonly agents: AgentRegistry;
  readonly hub: EventHub;
  readonly dispatch: Dispatch;
  readonly mode: () => Mode;
  /** What is proposed and what became of it. */
  readonly reviews: ReviewStore;
  /** The developer's side: for the editor's own user interface, never for a door. */
  readonly decisions: Decisions;
  /** Brings the reviews of an earlier run to where they belong; to be called once the texts are there. */
  restore(): Promise<void>;
  /** Lets go of the host. */
  close(): void;
}

export interface HostCoreOptions {
  readonly mode: () => Mode;
  readonly clock?: Clock;
  /** Shared with the host's capabilities, which publish to it. */
  readonly hub: EventHub;
  readonly onSettled?: (call: SettledCall) => void;
  /** False, or left out: there is nobody who could decide a review. */
  readonly canDecide?: () => boolean;
  readonly saveOnAccept?: () => SaveOnAccept;
  /** Reviews are forgotten at the end if it is left out. */
  readonly journal?: ReviewJournal;
  readonly newId?: () => string;
}

const forgetful: ReviewJournal = { records: [], append: async () => {} };

export function createHostCore(host: IdeHost, options: HostCoreOptions): HostCore {
  const { hub, mode, clock = systemClock, canDecide = () => false, saveOnAccept = () => "never", onSettled } = options;
  const { texts } = host;
  const newId = options.newId ?? (() => crypto.randomUUID());
  const agents = new AgentRegistry(clock, newId);
  const reviews = new ReviewStore(options.journal ?? forgetful);
  const earlier = new EarlierProposals(reviews, agents);
  const undo = new Undo(texts, (id) => reviews.get(id) !== undefined);
  const desk = new ReviewDesk({ texts, reviews, undo, earlier, clock, mode, canDecide, newId });
  const places = new HunkPlaces(reviews);
  const application = new Application({ texts, undo, places });
  const decisions = new Decisions({ texts, reviews, clock, saveOnAccept, undo, application });
  const close = texts.onChange((path, changes, text) => {
    undo.textChanged(path, changes, text);
    places.textChanged(path, changes, text);
  });
  const parts = { host, desk, store: reviews, agents, clock, mode };
  const dispatch = createDispatch({ ...parts, ...(onSettled && { onSettled }) });
  return { host, agents, hub, dispatch, mode, reviews, decisions, restore: () => desk.restore(), close };
}
