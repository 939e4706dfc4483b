import { errors } from "@tandem/protocol";
import { isPending, type Review } from "../review/review.js";
import type { CallScope, HandlersOf } from "./handler.js";
import { decided, report } from "./proposing.js";

export const reviewHandlers: HandlersOf<"review"> = {
  "ide.review.list": (_, { pending }, { desk, agent }) => ({
    reviews: desk.earlier
      .of(agent)
      .filter((review) => !pending || isPending(review))
      .map(report),
  }),

  "ide.review.wait": async (_, { id, waitMs }, scope) => {
    const [review] = (await decided([own(id, scope)], "wait", scope, { waitMs })) as [Review];
    return { review: report(review) };
  },

  "ide.review.withdraw": async (_, { id }, scope) => ({ review: report(await scope.desk.withdraw(own(id, scope).id)) }),
};

/** An agent sees what it proposed, also over a connection that it has lost, and nothing of others. */
function own(id: string, { desk, agent }: CallScope): Review {
  const review = desk.earlier.of(agent).find((other) => other.id === id);
  if (!review) throw errors.reviewNotFound(id);
  return review;
}
