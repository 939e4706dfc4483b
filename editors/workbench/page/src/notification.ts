/** Tells a developer who looks elsewhere that a review waits, if they and the browser allow it. */
import type { ReviewView } from "@tandem/workbench-shared";
import { openReview } from "./actions/reviews.js";
import { notify } from "./state/notices.js";
import { notifies } from "./state/settings.js";

/** Called by a click, because browsers ask only then. */
export async function chooseNotifications(wished: boolean): Promise<void> {
  const allowed = wished && (await Notification.requestPermission()) === "granted";
  notifies.value = allowed;
  if (wished && !allowed) notify("The browser does not allow notifications from this page.", "bad");
}

/** One notification for all that wait: a newer one takes the place of an older one. */
export function announce(waiting: readonly ReviewView[], isNew: (review: ReviewView) => boolean): void {
  const first = waiting.find(isNew);
  if (!first || !notifies.value || document.visibilityState === "visible") return;
  if (Notification.permission !== "granted") return;
  const others = waiting.length > 1 ? ` (${waiting.length} wait)` : "";
  const shown = new Notification(`${first.agent.name} waits for your review`, {
    body: `${first.relative}${others}${first.reason && `\n${first.reason}`}`,
    tag: "tandem-review",
  });
  shown.onclick = () => {
    window.focus();
    shown.close();
    void openReview(first.id, false);
  };
}
