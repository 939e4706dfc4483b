/** A text that is another one than the desk was told of: nothing is written where it does not belong. */
import { describe, expect, it } from "vitest";
import { reviewFixture } from "../testing/review-fixture.js";
import { StringText } from "../testing/string-text.js";
import type { LiveText } from "./text-writer.js";

const files = { "a.ts": "one\ntwo\nthree\n" };

/** Once `changed` is called, every text is another one, of which nobody was told. */
function forgetfulEditor() {
  let isOther = false;
  const seen = (live: LiveText) => (isOther ? { ...live, text: new StringText("zero\none\ntwo\nthree\n") } : live);
  const desk = reviewFixture({
    files,
    texts: (own) => ({
      live: async (path) => seen(await own.live(path)),
      change: (changes, by) =>
        own.change(
          changes.map(({ path, plan }) => ({ path, plan: (live) => plan(seen(live)) })),
          by,
        ),
    }),
  });
  return {
    ...desk,
    changed: () => {
      isOther = true;
    },
  };
}

describe("a text that was changed unseen", () => {
  it("takes no proposal that was made on the old one", async () => {
    const { core, host, propose, review, changed } = forgetfulEditor();
    const { id } = await propose("a.ts", 2, 2, "TWO");
    changed();
    await expect(core.decisions.decideReview(id, "accept", "")).rejects.toMatchObject({ code: "STALE" });
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
    expect(review(id).state).toBe("pending");
  });

  it("gives nothing back of what was accepted in the old one", async () => {
    const { core, host, propose, changed } = forgetfulEditor();
    const { id } = await propose("a.ts", 2, 2, "TWO");
    await core.decisions.decideReview(id, "accept", "");
    changed();
    await expect(core.decisions.undoReview(id)).rejects.toMatchObject({ code: "STALE" });
    expect(host.liveText("a.ts")).toBe("one\nTWO\nthree\n");
  });

  it("is not deleted for the old one", async () => {
    const { core, host, call, ada, changed } = forgetfulEditor();
    await call(ada, "ide.file.delete", { file: "/project/a.ts", review: "defer" });
    changed();
    const id = core.reviews.pending()[0]?.id ?? "";
    await expect(core.decisions.decideReview(id, "accept", "")).rejects.toMatchObject({ code: "STALE" });
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
  });
});
