/** A window in review mode, and the developer in front of its page. */
import type { ChildProcess } from "node:child_process";
import { Page } from "../../soak/page.js";
import type { sandbox } from "./tandem.js";

export interface ReviewingWindow {
  readonly child: ChildProcess;
  readonly page: Page;
  /** Decides the review that waits, or the next one. */
  decide(verdict: "accept" | "reject"): Promise<void>;
}

export async function openReviewingWindow(box: Awaited<ReturnType<typeof sandbox>>): Promise<ReviewingWindow> {
  const { child, window } = await box.open(["--no-browser"]);
  const page = await Page.connect(window.page ?? "");
  return {
    child,
    page,
    decide: async (verdict) => {
      const [review] = await page.pendingReviews();
      await page.request("decideReview", { review: review?.id ?? "", verdict, comment: "" });
    },
  };
}
