/** What a developer does in the window, and what the page then must show. */
import assert from "node:assert/strict";
import { harbour } from "./harbour.mjs";
import { eventually, live, on, tab } from "./scene.mjs";

export const windowScenes = {
  look: on(harbour, async ({ page, link, shot, axe }) => {
    await page.goto(link);
    await tab(page, "session.ts");
    await page.waitForSelector(".cm-hunk-panel");
    await page.locator(".row", { hasText: "src" }).first().click();
    await page.locator(".row", { hasText: "transport" }).first().click();
    await page.mouse.move(600, 650);
    await page.waitForTimeout(500);
    await shot("dark");
    assert.deepEqual(await axe(), []);
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForTimeout(300);
    await shot("light");
    assert.deepEqual(await axe(), []);
    assert.equal(new URL(page.url()).hash, "");
    assert.equal(await page.title(), "(5) harbour – Tandem");
    await page.setViewportSize({ width: 700, height: 600 });
    await page.waitForTimeout(200);
    await shot("narrow-panel");
    await page.getByRole("button", { name: "Reviews", exact: true }).click();
    await shot("narrow");
  }),

  panels: on(harbour, async ({ page, link, shot, axe }) => {
    await page.goto(link);
    await tab(page, "session.ts");
    await page.keyboard.press("Control+Shift+KeyM");
    await page.waitForSelector(".bottom .row");
    await page.locator(".bottom .row", { hasText: "#stat" }).click();
    await page.waitForTimeout(300);
    await shot("problems");
    await page.getByRole("tab", { name: "Activity" }).click();
    await shot("activity");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.waitForTimeout(100);
    await shot("settings");
    assert.deepEqual(await axe(), []);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+KeyP");
    await page.keyboard.type("sess");
    await page.waitForTimeout(300);
    await shot("quick-open");
    assert.deepEqual(await axe(), []);
    await page.keyboard.press("Enter");
    await page.locator(".cm-content").first().click();
    await page.keyboard.press("Control+KeyF");
    await page.waitForTimeout(150);
    await shot("find");
  }),

  tree: on(harbour, async ({ page, link, shot, world }) => {
    await page.goto(link);
    await page.locator(".tree").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await eventually(async () => (await page.locator(".tree .row").count()) > 10, "listed");
    await page.keyboard.press("End");
    await page.waitForTimeout(100);
    assert.ok((await page.locator(".tree .row").count()) < 100);
    await shot("many");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "New file", exact: true }).click();
    await page.keyboard.type("notes.md");
    await shot("new-file");
    await page.keyboard.press("Enter");
    await eventually(() => world.files["notes.md"] !== undefined, "created");
    await page.waitForSelector(".tab.on >> text=notes.md");
  }),

  offline: on(harbour, async ({ page, link, shot, world, stop, start, expectsErrors }) => {
    await page.goto(link);
    await tab(page, "README.md");
    await page.locator(".cm-line").first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(" one");
    await eventually(() => live(world, "README.md").text.toString().includes("# Harbour one"), "typed text arrives");
    await stop();
    await page.keyboard.type(" two");
    await page.waitForSelector(".offline", { timeout: 6000 });
    await shot("offline");
    await page.keyboard.type(" three");
    live(world, "README.md").edit([{ from: 0, insert: "<!-- by an agent -->\n" }]);
    live(world, "README.md").forget();
    world.window = "w2";
    await start();
    await eventually(() => live(world, "README.md").text.toString().includes("# Harbour one two three"), "kept");
    await eventually(
      async () => (await page.locator(".cm-content").first().textContent()).includes("by an agent"),
      "seen",
    );
    assert.equal(live(world, "README.md").text.toString().split("two").length, 2);
    expectsErrors();
  }),

  forgotten: on(harbour, async ({ page, link, world, stop, start, expectsErrors }) => {
    await page.goto(link);
    await tab(page, "README.md");
    await page.locator(".cm-line").first().click();
    await stop();
    await page.keyboard.type("typed offline ");
    world.documents.clear();
    world.window = "w2";
    await start();
    await eventually(() => live(world, "README.md")?.text.toString().includes("typed offline "), "kept");
    expectsErrors();
  }),

  effects: on(harbour, async ({ page, link, shot, world }) => {
    await page.goto(link);
    await tab(page, "README.md");
    const file = live(world, "src/transport/session.ts").file;
    const agent = world.agents[1];
    world.tell({ type: "effect", effect: { agent, file, kind: "reveal", startLine: 60, endLine: 60 } });
    await page.waitForSelector(".tab.on >> text=session.ts");
    await page.waitForSelector(".cm-flash");
    await shot("reveal");
    await tab(page, "README.md");
    await page.locator(".cm-line").first().click();
    await page.keyboard.type("x");
    world.tell({ type: "effect", effect: { agent, file, kind: "reveal", startLine: 5, endLine: 5 } });
    await page.waitForSelector(".tab .dot");
    assert.match(await page.locator(".tab.on").textContent(), /README/);
  }),

  conflict: on(harbour, async ({ page, link, shot, world }) => {
    live(world, "README.md").dirty = live(world, "README.md").conflict = true;
    await page.goto(link);
    await tab(page, "README.md");
    await page.waitForSelector("text=changed on disk");
    await page.waitForTimeout(200);
    await shot("banner");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await eventually(async () => (await page.locator(".banner").count()) === 0, "resolved");
    await page.locator(".cm-line").first().click();
    await page.keyboard.type("saved ");
    await page.keyboard.press("Control+KeyS");
    await eventually(() => world.files["README.md"].includes("saved "), "saved");
  }),

  twoPages: on(harbour, async ({ page, context, link }) => {
    const second = await context.newPage();
    for (const one of [page, second]) {
      await one.goto(link);
      await tab(one, "README.md");
      await one.waitForSelector(".cm-line");
    }
    await page.locator(".cm-line").first().click();
    await second.locator(".cm-line").nth(2).click();
    await Promise.all([page.keyboard.type("from the first "), second.keyboard.type("from the second ")]);
    const text = (one) => one.locator(".cm-content").first().textContent();
    await eventually(async () => (await text(page)).includes("from the second "), "second seen by first");
    await eventually(async () => (await text(page)) === (await text(second)), "the same");
  }),

  strangers: on(harbour, async ({ page, link, shot }) => {
    await page.goto(link.replace(/#.*/, ""));
    await page.waitForSelector("text=tandem open");
    await shot("no-secret");
    await page.goto(link.replace(/#.*/, "#wrong"));
    await page.reload();
    await page.waitForSelector("text=no longer good");
  }),
};
