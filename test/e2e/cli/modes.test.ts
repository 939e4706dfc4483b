import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandbox } from "./tandem.js";

let box: Awaited<ReturnType<typeof sandbox>>;
beforeAll(async () => {
  box = await sandbox();
  await box.write("folder/a.txt", "one\n");
});
afterAll(() => box.close());

type Announced = Awaited<ReturnType<typeof box.open>>["window"];

/** Starts a window, does something in it, and ends it. */
async function inWindow(args: readonly string[], body: (announced: Announced) => Promise<void>): Promise<void> {
  const { child, window } = await box.open(args);
  try {
    await body(window);
  } finally {
    child.kill("SIGINT");
    await once(child, "close");
  }
}

async function edit() {
  const input = { file: join(box.folder, "a.txt"), startLine: 1, endLine: 1, newText: "changed" };
  const { code, stdout } = await box.run(["call", "ide.editor.replaceRange", JSON.stringify(input), "--json"]);
  return { code, answer: JSON.parse(stdout) as unknown };
}

describe("without a page", () => {
  it("tandem refuses edits in review mode, and says what to do", () =>
    inWindow(["--no-page"], async ({ mode, page }) => {
      expect({ mode, page }).toEqual({ mode: "review", page: undefined });
      expect(await edit()).toMatchObject({
        code: 1,
        answer: { error: { code: "NOT_ALLOWED", hint: expect.stringMatching(/page.*--mode trust/) } },
      });
    }));

  it("tandem --mode trust applies them", () =>
    inWindow(["--no-page", "--mode", "trust"], async ({ mode }) => {
      expect(mode).toBe("trust");
      expect(await edit()).toMatchObject({ code: 0, answer: { applied: true } });
    }));

  it("tandem open says that there is none", () =>
    inWindow(["--no-page"], async () => {
      const { code, stdout, stderr } = await box.run(["open", "--no-browser"]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(`The window on ${box.folder} was started without a page`);
    }));
});

describe("with a page", () => {
  it("tandem --json tells its link and the mode, and tandem open gives the same link", () =>
    inWindow([], async ({ mode, page = "" }) => {
      expect(mode).toBe("review");
      expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#.{32,}$/);
      expect((await fetch(page)).headers.get("content-type")).toContain("text/html");
      const { code, stdout } = await box.run(["open", "--json", "--no-browser"]);
      expect({ code, answer: JSON.parse(stdout) as unknown }).toEqual({ code: 0, answer: { url: page } });
      expect(await box.run(["open", "--no-browser"])).toMatchObject({ code: 0, stdout: `${page}\n` });
    }));

  it("tandem --mode read-only refuses edits", () =>
    inWindow(["--mode", "read-only"], async ({ mode }) => {
      expect(mode).toBe("read-only");
      expect(await edit()).toMatchObject({ code: 1, answer: { error: { code: "NOT_ALLOWED" } } });
    }));
});

it("a mode that is none is refused in plain words", async () => {
  const { code, stderr } = await box.run([box.folder, "--mode", "yolo"]);
  expect(code).toBe(2);
  expect(stderr).toContain("review, trust, read-only");
});
