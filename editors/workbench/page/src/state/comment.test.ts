import { afterEach, expect, it } from "vitest";
import { beginComment, commentDraft, commentsOn, endComment, takesKeyboard } from "./comment.js";

afterEach(() => endComment());

it("a comment takes the keyboard when it is begun, not when it comes back into view", () => {
  beginComment("r#1", "so far");
  expect([takesKeyboard(), takesKeyboard()]).toEqual([true, false]);
  expect(commentDraft.value).toBe("so far");
});

it.each([
  ["r", "r", undefined],
  ["r#1", "r", undefined],
  ["r2#1", "r", "r2#1"],
  ["other", "r", "other"],
])("a comment on %s is, once %s is decided, on %s", (on, decided, left) => {
  beginComment(on, "");
  endComment(decided);
  expect(commentsOn.value).toBe(left);
});
