/** What agents have proposed before: whose it is, and how an agent that has lost its connection finds it again. */
import type { Agent, AgentRegistry } from "../agents.js";
import { fingerprint, type Proposal, type Proposed } from "./proposal.js";
import { isPending, type Review } from "./review.js";
import type { ReviewStore } from "./review-store.js";

/** Keys of applied changes that are remembered. */
const MAX_KEYED = 1000;

/** States in which the developer has put a review. */
const decidedStates: ReadonlySet<Review["state"]> = new Set(["accepted", "partly-accepted", "rejected"]);

interface Keyed {
  readonly agent: Agent;
  readonly key: string;
  readonly paths: readonly string[];
  readonly applying: Promise<Proposed>;
}

export class EarlierProposals {
  readonly #reviews: ReviewStore;
  readonly #agents: Pick<AgentRegistry, "isAttached" | "holdsSession">;
  /** What was applied at once under a key, oldest first. */
  readonly #keyed: Keyed[] = [];

  constructor(reviews: ReviewStore, agents: Pick<AgentRegistry, "isAttached" | "holdsSession">) {
    this.#reviews = reviews;
    this.#agents = agents;
  }

  /** Its own, and those that an agent of the same name has left whose connection is no longer open. Oldest first. */
  of(agent: Agent): readonly Review[] {
    const isLeft = ({ id, agent: owner, agentGone }: Review) =>
      this.#isOwn(owner, agent) && !this.#isHeld(id) && (agentGone || !this.#agents.holdsSession(owner.id));
    return this.#reviews.all().filter((review) => review.agent.id === agent.id || isLeft(review));
  }

  /** What was made under the key, of these files, in their order; of any files if none are given. */
  keyed(agent: Agent, key: string | undefined, paths?: readonly string[]): Proposed | Promise<Proposed> | undefined {
    if (key === undefined) return undefined;
    const own = this.of(agent).filter((review) => review.key === key);
    const reviews = paths ? paths.map((path) => own.findLast((review) => review.path.path === path)) : own;
    if (reviews.length > 0 && isWhole(reviews)) return { kind: "review", reviews };
    const isIt = (made: Keyed) => made.key === key && (!paths || made.paths.join("\0") === paths.join("\0"));
    return this.#keyed.findLast((made) => isIt(made) && this.#isOwn(made.agent, agent))?.applying;
  }

  /** The same proposal, made before and still waiting, by itself or in the review that took its place. */
  waiting(proposal: Proposal): Proposed | undefined {
    return this.#same(proposal, (alike) => alike.map((review) => this.#heir(review)).findLast(isPending));
  }

  /** The same proposal, made before and decided. */
  decided(proposal: Proposal): Proposed | undefined {
    return this.#same(proposal, (alike) => alike.findLast(({ state }) => decidedStates.has(state)));
  }

  /** The same proposal, decided since then while its agent was gone: nobody has told it yet. */
  missed(proposal: Proposal, since: number): Proposed | undefined {
    const isMissed = ({ state, agentGone, decidedAt = 0 }: Review) =>
      agentGone && decidedStates.has(state) && decidedAt >= since;
    return this.#same(proposal, (alike) => alike.slice(-1).find(isMissed));
  }

  /** Remembers what is applied at once; what fails is not made. */
  remember({ agent, key, files }: Proposal, applying: Promise<Proposed>): void {
    if (key === undefined) return;
    const made = { agent, key, paths: files.map(({ path }) => path.path), applying };
    this.#keyed.push(made);
    if (this.#keyed.length > MAX_KEYED) this.#keyed.shift();
    applying.catch(() => void this.#keyed.splice(this.#keyed.indexOf(made), 1));
  }

  #same({ agent, files }: Proposal, choose: (alike: readonly Review[]) => Review | undefined): Proposed | undefined {
    const own = this.of(agent);
    const reviews = files.map((file) => {
      const wanted = fingerprint(agent, file);
      return choose(own.filter((review) => review.fingerprint === wanted));
    });
    return isWhole(reviews) ? { kind: "review", reviews } : undefined;
  }

  #heir(review: Review): Review {
    const next = review.supersededBy === undefined ? undefined : this.#reviews.get(review.supersededBy);
    return next ? this.#heir(next) : review;
  }

  #isOwn(owner: Pick<Agent, "id" | "name">, agent: Agent): boolean {
    return owner.id === agent.id || (owner.name === agent.name && !this.#agents.isAttached(owner.id));
  }

  /** Its agent waits for it: the connection of that call is open. */
  #isHeld(id: string): boolean {
    return this.#reviews.isAwaited(id);
  }
}

function isWhole(reviews: readonly (Review | undefined)[]): reviews is readonly Review[] {
  return reviews.every((review) => review !== undefined);
}
