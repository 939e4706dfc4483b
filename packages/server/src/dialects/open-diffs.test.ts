import { expect, it } from "vitest";
import { OpenDiffs } from "./open-diffs.js";

it("a diff whose decision fails while it is being closed is closed then", async () => {
  let [decided, look] = [true, () => {}];
  const diffs = new OpenDiffs({
    isOpen: () => !decided,
    onChange: (listener) => {
      look = listener;
      return () => {};
    },
  });
  const outcome = diffs.open("a.ts", async ({ closed, reviews }) => {
    reviews(["review"]);
    await new Promise((_, reject) => closed.addEventListener("abort", () => reject(closed.reason as Error)));
  });
  const closed = diffs.close("a.ts");
  look();
  decided = false;
  look();
  expect(await closed).toBe(1);
  expect(await outcome).toBeUndefined();
});
