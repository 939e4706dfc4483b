import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReviewingWindow } from "./reviewing-window.js";
import { Screen } from "./screen.js";
import { ENTRY, sandbox } from "./tandem.js";

let box: Awaited<ReturnType<typeof sandbox>>;
let screens: Screen[];
beforeEach(async () => {
  box = await sandbox();
  screens = [];
  await box.write("folder/notes.txt", "one\ntwo\n");
  await box.write("folder/src/main.ts", "export const answer = 41;\n");
});
afterEach(async () => {
  for (const screen of screens) await screen.close();
  await box.close();
});

async function openShell(env: NodeJS.ProcessEnv = {}): Promise<Screen> {
  const options = { cwd: box.folder, env: { ...box.environment, ...env } };
  const screen = await Screen.open([process.execPath, ENTRY, "shell"], options);
  screens.push(screen);
  return screen;
}

const onDisk = (name: string) => readFile(join(box.folder, name), "utf8");

describe("tandem shell at a terminal", () => {
  it("completes commands and paths, and has changes decided in the editor", async () => {
    const { page, decide } = await openReviewingWindow(box);
    const shell = await openShell();
    await shell.shows("IDE connected: Tandem Workbench");
    // Keys that come together count as pasted, and a pasted Tab completes nothing.
    await shell.type("/wr");
    await shell.shows("tandem> /wr");
    await shell.press("Tab");
    await shell.shows("tandem> /write");
    await shell.type("no");
    await shell.shows("tandem> /write no");
    await shell.press("Tab");
    await shell.shows("tandem> /write notes.txt");
    await shell.press("Enter");
    await shell.shows("a single dot ends it");
    await shell.enter("uno");
    await shell.enter(".");
    await shell.shows("notes.txt waits for your decision in Tandem Workbench");
    await page.pendingReviews();
    await shell.enter("/status");
    await shell.shows("reviews that wait in the window: 1");
    await decide("accept");
    await shell.shows("Accepted in Tandem Workbench: notes.txt is written.");
    expect(await onDisk("notes.txt")).toBe("uno\n");

    await shell.enter("/open src/main.ts:1");
    await shell.shows("src/main.ts:1 is shown in Tandem Workbench.");
    await shell.enter("/context");
    await shell.shows("Open tabs: notes.txt, main.ts");
    await shell.enter("/call getWorkspaceFolders");
    await shell.shows(box.folder);
    expect(await shell.coloured()).toContain("\u001b[32mAccepted in Tandem Workbench");
    page.close();
  });

  it("takes what is typed ahead, also half a line", async () => {
    const shell = await openShell();
    await shell.shows("tandem>");
    await shell.type("/write new.txt\rtyped ");
    await shell.shows("a single dot ends it");
    await shell.enter("ahead");
    await shell.enter(".");
    await shell.shows("[y]es");
    await shell.enter("y");
    await shell.shows("new.txt is written");
    expect(await onDisk("new.txt")).toBe("typed ahead\n");
  });

  it("edits in the person's editor, and hears the developer's no", async () => {
    const { page, decide } = await openReviewingWindow(box);
    // It has the terminal to itself, as any editor needs it.
    const shell = await openShell({ EDITOR: `sh -c 'echo Which?; read word; echo "// $word" >> "$0"'` });
    await shell.shows("IDE connected");
    await shell.enter("/edit src/main.ts");
    await shell.shows("Which?");
    await shell.enter("typed there");
    const [review] = await page.pendingReviews();
    expect(review?.hunks[0]?.insert).toContain("// typed there");
    await decide("reject");
    await shell.shows("Rejected in Tandem Workbench: src/main.ts stays as it is.");
    await shell.type("/ide ");
    await shell.shows("tandem> /ide");
    await shell.press("Tab");
    await shell.press("Tab");
    await shell.shows(/^connect +disconnect/m);
    expect(await onDisk("src/main.ts")).toBe("export const answer = 41;\n");
    page.close();
  });

  it("takes a change back with Ctrl+C and with /cancel", async () => {
    const { page } = await openReviewingWindow(box);
    await box.write("folder/new.txt", "new\n");
    const shell = await openShell();
    await shell.shows("IDE connected");
    for (const cancel of [() => shell.press("C-c"), () => shell.enter("/cancel")]) {
      await shell.enter("/write notes.txt < new.txt");
      const [review] = await page.pendingReviews();
      await cancel();
      await page.ended(review?.id ?? "");
      await shell.shows("Cancelled.");
      await shell.press("C-l");
    }
    await shell.enter("/cancel");
    await shell.shows("Nothing is waiting.");
    expect(await onDisk("notes.txt")).toBe("one\ntwo\n");
    page.close();
  });

  it("asks here when the editor goes away in the middle, and takes the change back from it when it is back", async () => {
    const { child, page } = await openReviewingWindow(box);
    const shell = await openShell();
    await shell.shows("IDE connected");
    await shell.enter("/write notes.txt");
    await shell.enter("eins");
    await shell.enter(".");
    await page.pendingReviews();
    child.kill("SIGKILL");
    await once(child, "close");
    await shell.shows("Tandem Workbench is gone.");
    const asked = await shell.shows("Write notes.txt?  [y]es  [n]o  [e]dit  [a]lways for this file:");
    expect(asked).toContain("+eins");
    await shell.enter("n");
    await shell.shows("Rejected: notes.txt stays as it is.");
    await shell.press("C-l");
    const { page: restored } = await openReviewingWindow(box);
    await shell.shows("IDE connected: Tandem Workbench");
    await expect.poll(() => restored.reviews).toEqual([]);
  });

  it("remembers commands, and nothing else, for the next one", async () => {
    const first = await openShell();
    await first.shows("Changes are decided here.");
    await first.enter("/write b.txt");
    await first.enter("a secret line");
    await first.enter(".");
    await first.shows("Write b.txt?");
    await first.enter("n");
    await first.shows("Rejected: b.txt stays as it is.");
    await first.press("C-d");
    await first.shows("It ended with 0.");
    const path = join(box.home, "shell-history");
    expect(await readFile(path, "utf8")).toBe("/write b.txt\n");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const second = await openShell();
    await second.shows("tandem>");
    await second.press("Up");
    await second.shows("tandem> /write b.txt");
    await second.press("C-c");
    await second.shows("/quit or Ctrl+D leaves the shell.");
    await second.enter("/quit");
    await second.shows("It ended with 0.");
  });
});
