import { join } from "node:path";
import { expect, it } from "vitest";
import { openReviewingWindow } from "./reviewing-window.js";
import { sandbox } from "./tandem.js";

it("a call that ends before the developer has decided says how to go on waiting", async () => {
  const box = await sandbox();
  try {
    await box.write("folder/notes.txt", "one\n");
    const { page, decide } = await openReviewingWindow(box);
    const file = join(box.folder, "notes.txt");
    const edit = { file, startLine: 1, endLine: 1, newText: "uno", review: "defer" };
    const called = await box.run(["call", "ide.editor.replaceRange", JSON.stringify(edit), "--json"]);
    const { review } = JSON.parse(called.stdout) as { review: { id: string } };
    expect(called.stderr).toBe(
      `Review ${review.id} still waits for the developer. To go on waiting: tandem call ide.review.wait '{"id":"${review.id}"}'\n`,
    );
    const waiting = box.run(["call", "ide.review.wait", JSON.stringify({ id: review.id }), "--json"]);
    await decide("accept");
    expect(JSON.parse((await waiting).stdout)).toMatchObject({ review: { state: "accepted" } });
    page.close();
  } finally {
    await box.close();
  }
});
