import { describe, expect, it } from "vitest";
import { errors, errorTable, IdeError } from "./errors.js";

describe("an error", () => {
  it("goes over the wire as code, message and hint", () => {
    expect(errors.fileNotFound("/a").toWire()).toEqual({
      code: "FILE_NOT_FOUND",
      message: "There is no file /a.",
      hint: errorTable.FILE_NOT_FOUND.hint,
    });
  });

  it("keeps the cause it was made from", () => {
    const cause = new Error("ENOSPC");
    expect(errors.writeFailed("/a", cause)).toMatchObject({ code: "WRITE_FAILED", cause });
  });

  it("is left as it is when it is one of ours", () => {
    const own = errors.noFileOpen();
    expect(IdeError.from(own)).toBe(own);
  });

  it.each([new TypeError("boom"), "boom"])("becomes INTERNAL when it is not ours", (thrown) => {
    expect(IdeError.from(thrown)).toMatchObject({ code: "INTERNAL", message: "boom" });
  });
});
