import { errors } from "@tandem/protocol";
import { isPending, type Review } from "../review/review.js";
import type { CallScope, HandlersOf } from "./handler.js";
import { decided, report } from "./proposing.js";

export const reviewHandlers: HandlersOf<"review"> = {
  "ide.review.list": (_, { pending }, scope) => ({
    reviews: ownReviews(scope)
      .filter((review) => !pending || isPending(review))
      .map(report),
  }),

  "ide.review.wait": async (_, { id, waitMs }, scope) => {
    const [review] = (await decided([own(id, scope)], "wait", scope, { waitMs })) as [Review];
    return { review: report(review) };
  },

  "ide.review.withdraw": async (_, { id }, scope) => ({ review: report(await scope.desk.withdraw(own(id, scope).id)) }),
};

/** An agent sees what it proposed, also under an earlier connection, and nothing of others. */
function ownReviews({ store, agent }: CallScope): readonly Review[] {
  return store.all().filter((review) => review.agent.name === agent.name);
}

function own(id: string, scope: CallScope): Review {
  const review = ownReviews(scope).find((other) => other.id === id);
  if (!review) throw errors.reviewNotFound(id);
  return review;
}
