import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { proposedContent } from "./proposed-content.js";

let folder: string;
let path: string;
let remove: () => Promise<void>;

beforeEach(async () => {
  const temporary = await temporaryFolder();
  remove = temporary.remove;
  folder = temporary.path;
  path = join(folder, "main.py");
});

afterEach(() => remove());

/** What the call would leave of a file that holds `before`; null for no file. */
async function after(before: string | null, name: string, input: Record<string, unknown>): Promise<string> {
  if (before !== null) await writeFile(path, before);
  const proposed = await proposedContent({ name, arguments: input }, path, folder);
  expect(proposed.before).toBe(before);
  if (before !== null) expect(await readFile(path, "utf8")).toBe(before);
  return proposed.after;
}

describe("write_file", () => {
  it("is its content, whether or not there is a file", async () => {
    expect(await after(null, "write_file", { content: "x\n" })).toBe("x\n");
    expect(await after("old", "write_file", { content: "" })).toBe("");
  });

  it("keeps the CRLF of the file that is there", async () => {
    expect(await after("a\r\nb\r\n", "write_file", { content: "a\nc\n" })).toBe("a\r\nc\r\n");
    expect(await after("a\r\nb\n", "write_file", { content: "a\nc\n" })).toBe("a\nc\n");
  });
});

describe("edit_file", () => {
  it("replaces the only occurrence, or all of them", async () => {
    expect(await after("a b c", "edit_file", { old_string: "b", new_string: "$&" })).toBe("a $& c");
    expect(await after("b b", "edit_file", { old_string: "b", new_string: "x", replace_all: true })).toBe("x x");
    const edits = [
      { old_string: "a", new_string: "1" },
      { old_string: "b", new_string: "2" },
    ];
    expect(await after("a b", "edit_file", { edits })).toBe("1 2");
  });

  it("finds text with line feeds in a file with CRLF, and keeps those", async () => {
    const call = { old_string: "a\nb", new_string: "x\ny\nz" };
    expect(await after("a\r\nb\r\n", "edit_file", call)).toBe("x\r\ny\r\nz\r\n");
  });

  it.each([
    ["is not there", "abc", { old_string: "x", new_string: "y" }],
    ["is there twice", "x x", { old_string: "x", new_string: "y" }],
    ["is empty", "abc", { old_string: "", new_string: "y" }],
  ])("is an error if what to replace %s", async (_, before, input) => {
    await expect(after(before, "edit_file", input)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("edit_lines", () => {
  it("replaces whole lines and keeps their endings", async () => {
    expect(await after("1\n2\n3\n", "edit_lines", { start_line: 2, new_content: "two" })).toBe("1\ntwo\n3\n");
    expect(await after("1\n2\n3", "edit_lines", { start_line: 2, end_line: 3, new_content: "x" })).toBe("1\nx");
    expect(await after("1\r\n2\r\n", "edit_lines", { start_line: 1, new_content: "a\nb" })).toBe("a\r\nb\r\n2\r\n");
    expect(await after("1\n2\n", "edit_lines", { start_line: 1, new_content: "" })).toBe("2\n");
  });

  it.each([
    { start_line: 3, new_content: "x" },
    { start_line: 2, end_line: 1, new_content: "x" },
    { start_line: 1, end_line: 9, new_content: "x" },
  ])("is an error outside the file: %j", async (input) => {
    await expect(after("1\n2\n", "edit_lines", input)).rejects.toMatchObject({ code: "RANGE_INVALID" });
  });
});

describe("append_file", () => {
  it("begins on a line of its own", async () => {
    expect(await after("a", "append_file", { content: "b\n" })).toBe("a\nb\n");
    expect(await after("a\n", "append_file", { content: "b\n" })).toBe("a\nb\n");
    expect(await after("a\r\nb", "append_file", { content: "c\n" })).toBe("a\r\nb\r\nc\r\n");
    expect(await after("a", "append_file", { content: "b", newline: false })).toBe("ab");
  });

  it("makes the file if there is none", async () => {
    expect(await after(null, "append_file", { content: "b\n" })).toBe("b\n");
  });
});

describe("regex_replace", () => {
  it("replaces all matches, or the first few", async () => {
    expect(await after("a1 a2", "regex_replace", { pattern: "a(\\d)", replacement: "\\1$&" })).toBe("1$& 2$&");
    expect(await after("aaa", "regex_replace", { pattern: "a", replacement: "b", count: 2 })).toBe("bba");
  });

  it("knows Python's notation and flags", async () => {
    const named = { pattern: "(?P<word>\\w+)=(?P=word)", replacement: "\\g<word>" };
    expect(await after("x=x y=z", "regex_replace", named)).toBe("x y=z");
    const lines = { pattern: "^B$", replacement: "c\\n\\g<0>", multiline: true, ignore_case: true };
    expect(await after("a\r\nb\r\n", "regex_replace", lines)).toBe("a\r\nc\r\nb\r\n");
    expect(await after("a\nb", "regex_replace", { pattern: "a.b", replacement: "x", dotall: true })).toBe("x");
  });

  it.each([
    ["is none", { pattern: "(", replacement: "" }],
    ["matches nothing", { pattern: "z", replacement: "" }],
    ["takes for ever", { pattern: "^(a+)+$", replacement: "" }],
  ])("is an error if the pattern %s", async (_, input) => {
    const hard = `${"a".repeat(40)}!`;
    await expect(after(hard, "regex_replace", input)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("patch", () => {
  const before = "a\nb\nc\n";
  const diff = createTwoFilesPatch("a/main.py", "b/main.py", before, "a\nB\nc\n");

  it("applies a unified diff, also where the lines have moved or end otherwise", async () => {
    expect(await after(before, "patch", { diff })).toBe("a\nB\nc\n");
    expect(await after(`new\n${before}`, "patch", { diff })).toBe("new\na\nB\nc\n");
    expect(await after("a\r\nb\r\nc\r\n", "patch", { diff })).toBe("a\r\nB\r\nc\r\n");
  });

  it("is taken from a file, too, and may make one", async () => {
    await writeFile(join(folder, "fix.diff"), diff);
    expect(await after(before, "patch", { diff_file: "fix.diff" })).toBe("a\nB\nc\n");
    await remove();
    const made = createTwoFilesPatch("/dev/null", "b/main.py", "", "x\n");
    expect(await after(null, "patch", { diff: made })).toBe("x\n");
  });

  it("takes its own part of a diff of several files", async () => {
    const other = createTwoFilesPatch("a/other.py", "b/other.py", "x\n", "y\n");
    expect(await after(before, "patch", { diff: other + diff })).toBe("a\nB\nc\n");
  });

  it.each([
    ["does not fit", () => diff.replaceAll("b\n", "z\n")],
    ["is none", () => "nothing"],
    ["is of other files", () => diff.replaceAll("main.py", "x.py") + diff.replaceAll("main.py", "y.py")],
  ])("is an error if it %s", async (_, make) => {
    await expect(after(before, "patch", { diff: make() })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("any tool", () => {
  it("reads Latin-1 without loss, and no binary file", async () => {
    await writeFile(path, Buffer.from("größe = 1\n", "latin1"));
    const call = { name: "edit_file", arguments: { old_string: "1", new_string: "2" } };
    expect(await proposedContent(call, path)).toEqual({ before: "größe = 1\n", after: "größe = 2\n" });
    await writeFile(path, Buffer.of(0, 1, 2));
    await expect(proposedContent(call, path)).rejects.toMatchObject({ code: "BINARY_FILE" });
  });

  it("needs the file that it edits, and must be one that writes", async () => {
    await expect(after(null, "edit_lines", { start_line: 1, new_content: "" })).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
    });
    await expect(after("", "bash", {})).rejects.toMatchObject({ code: "NOT_SUPPORTED" });
    await expect(after("", "write_file", {})).rejects.toThrow("content: ");
  });
});
