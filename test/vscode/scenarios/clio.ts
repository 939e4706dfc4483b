/** Clio in the real editor: every message of its document once, found as its document says. Terminals are in life.ts. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ClioClient, type ClioEdit, within } from "../../e2e/dialects/clients/clio-client.js";
import { InlineReview } from "../helpers/inline-review.js";
import { project } from "../helpers/project.js";
import type { Scene } from "../helpers/scene.js";

const FILE = "src/add.py";
const ADD = project[FILE] ?? "";
const SUM = ADD.replace("*", "+");
const TITLE = "Clio: add.py";
/** As the document has it: the range ends past its line. */
const edit: ClioEdit = { range: within(5, 11, 17), oldText: "a * b", newText: "a + b" };

/** In review mode. Nothing waits before and after each of them. */
export function clioScenarios({ editor, agent, workbench }: Scene): void {
  const inline = () => new InlineReview(editor().page);
  const file = () => editor().path(FILE);
  const bridge = () => join(editor().home, ".clio/ide/bridge.json");
  const read = () => agent().read(FILE);
  let client: ClioClient;

  beforeEach(async () => {
    const { port } = JSON.parse(await readFile(bridge(), "utf8")) as { port: number };
    client = await ClioClient.connect(port);
  });

  afterEach(() => client.close());

  const putBack = async () => {
    await workbench().open("add.py");
    await workbench().run("File: Revert File");
    await expect.poll(read).toBe(ADD);
    await workbench().run("View: Close Editor");
  };

  it("Clio finds the window by its bridge file, which is the user's alone", async () => {
    const { urls, pid } = editor().file;
    expect(JSON.parse(await readFile(bridge(), "utf8"))).toEqual({
      port: Number(new URL(urls.clio ?? "").port),
      pid,
      ideName: expect.stringMatching(/\S/),
      workspaceFolders: [editor().path("").replace(/\/$/, "")],
      timestamp: expect.any(Number),
    });
    expect((await stat(bridge())).mode & 0o777).toBe(0o600);
    expect(client.welcome).toMatchObject({ type: "connected", capabilities: ["diff", "apply", "status"] });
  });

  it("Clio's openDiff is a diff that changes nothing, and the applyDiff that follows is not asked about", async () => {
    client.openDiff(file(), ADD, SUM);
    await workbench().reviewOpens("a + b", TITLE);
    await workbench().decide("Accept Changes", TITLE);
    expect(await client.next()).toEqual({ type: "diffAccepted", file: file() });
    expect(await read()).toBe(ADD);
    client.applyDiff(file(), [{ range: edit.range, newText: edit.newText }]);
    await expect.poll(read).toBe(SUM);
    await putBack();
  });

  it("Clio's openDiff is told to be rejected when its tab is closed", async () => {
    client.openDiff(file(), ADD, SUM);
    await workbench().reviewOpens("a + b", TITLE);
    await workbench().tab(TITLE).locator('[aria-label^="Close"]').click();
    expect(await client.next()).toEqual({ type: "diffRejected", file: file() });
  });

  it("Clio's proposeDiff is inline, green above red, and in the buffer once it is accepted", async () => {
    client.proposeDiff(file(), [edit], { description: "Fix add() to use addition operator" });
    await inline().opens("return a + b");
    await expect.poll(() => inline().removed()).toEqual(["    return a * b"]);
    const [green, red] = await Promise.all([
      inline().added.boundingBox(),
      editor().page.locator(".view-line", { hasText: "a * b" }).boundingBox(),
    ]);
    expect((green?.y ?? 0) + (green?.height ?? 0)).toBeLessThanOrEqual(red?.y ?? 0);
    expect(await read()).toBe(ADD);
    await inline()
      .lens(/Accept$/)
      .click();
    expect(await client.next()).toEqual({ type: "diffAccepted", file: file() });
    expect(await read()).toBe(SUM);
    expect(await editor().onDisk(FILE)).toBe(ADD);
    await inline().closes();
    await putBack();
  });

  it("Clio's proposeDiff leaves the text alone when it is rejected", async () => {
    client.proposeDiff(file(), [edit]);
    await inline().opens("return a + b");
    await inline()
      .lens(/Reject changes/)
      .click();
    expect(await client.next()).toEqual({ type: "diffRejected", file: file() });
    expect(await read()).toBe(ADD);
    await inline().closes();
  });

  it("Clio's applyDiff goes through the developer", async () => {
    client.applyDiff(file(), [{ range: edit.range, newText: edit.newText }]);
    await inline().opens("return a + b");
    expect(await read()).toBe(ADD);
    await workbench().decide("Accept Changes", "add.py");
    expect(await client.next()).toEqual({ type: "diffAccepted", file: file() });
    expect(await read()).toBe(SUM);
    await putBack();
  });

  it("Clio's closeDiff takes away either, without a message", async () => {
    client.openDiff(file(), ADD, SUM);
    await workbench().reviewOpens("a + b", TITLE);
    client.closeDiff(file());
    await workbench().tab(TITLE).waitFor({ state: "detached" });
    client.proposeDiff(file(), [edit]);
    await inline().opens("return a + b");
    client.closeDiff(file());
    await inline().closes();
    expect(await client.wire.isSilent()).toBe(true);
  });

  it("Clio's status appears with its level, and an error says what is wrong", async () => {
    const { page } = editor();
    client.status("Processing request…", "info");
    await page.locator(".statusbar-item", { hasText: "Clio: Processing request…" }).waitFor();
    client.status("It is slow", "warning");
    const warning = page.locator(".statusbar-item", { hasText: "Clio: It is slow" });
    await warning.locator(".codicon-warning").waitFor();
    client.status("It failed", "error");
    await page.locator(".notification-toast", { hasText: "Clio: It failed" }).waitFor();
    client.proposeDiff(editor().path("none.py"), [edit]);
    expect(await client.next()).toEqual({ type: "error", message: expect.any(String), code: "FILE_NOT_FOUND" });
  });
}
