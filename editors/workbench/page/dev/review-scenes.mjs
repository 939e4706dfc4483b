/** What a developer does with reviews, and what the page then must show. */
import assert from "node:assert/strict";
import { harbour } from "./harbour.mjs";
import { eventually, INERT_MS, live, on, tab } from "./scene.mjs";
import { World } from "./world.mjs";

export const reviewScenes = {
  verdicts: on(harbour, async ({ page, link, shot, world }) => {
    await page.goto(link);
    await page.locator(".row", { hasText: "session.ts" }).last().click();
    await page.waitForTimeout(INERT_MS);
    await page.waitForSelector(".cm-hunk-panel.current");
    await page.keyboard.press("Alt+KeyY");
    await page.waitForSelector(".settled.yes");
    await page.waitForTimeout(200);
    await shot("one-accepted");
    await page.locator(".cm-hunk-panel .verdicts").click({ position: { x: 8, y: 12 } });
    await page.keyboard.press("Alt+KeyN");
    await eventually(() => world.reviews.some(({ state }) => state === "partly-accepted"), "partly accepted");
    assert.match(live(world, "src/transport/session.ts").text.toString(), /rediscover/);
    await page.waitForTimeout(200);
    await shot("decided");
    assert.equal(await page.locator(".cm-hunk-panel").count(), 0);
    assert.match(await page.locator(".cm-content").first().textContent(), /rediscover/);
  }),

  editing: on(harbour, async ({ page, link, shot, world }) => {
    await page.goto(link);
    await tab(page, "session.ts");
    const nested = page.locator(".cm-hunk-panel .cm-content").first();
    await nested.click();
    await page.keyboard.press("End");
    await page.keyboard.type(" // mine\nsecond();", { delay: 15 });
    await page.waitForTimeout(600);
    const edited = world.reviews.find(({ relative }) => relative.endsWith("session.ts")).hunks[0];
    assert.match(edited.insert, /\/\/ mine\n\s*second\(\);/);
    assert.ok(await nested.evaluate((element) => element === document.activeElement), "keeps the focus");
    await shot("edited");
    await page.waitForTimeout(INERT_MS);
    await page.keyboard.press("Alt+KeyY");
    await page.waitForSelector(".settled.yes");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await eventually(async () => (await page.locator(".settled").count()) === 0, "undone");
  }),

  typing: on(harbour, async ({ page, link, shot, world }) => {
    await page.goto(link);
    await tab(page, "session.ts");
    await page.waitForSelector(".cm-hunk-panel");
    const line = page.locator(".cm-line", { hasText: "Keeps a connection" });
    await line.click();
    await page.keyboard.press("End");
    await page.keyboard.type("\nnew above\nand another");
    live(world, "src/transport/session.ts").edit([{ from: 0, insert: "// by an agent\n" }]);
    await page.keyboard.type(" and more");
    const document = live(world, "src/transport/session.ts");
    await eventually(() => document.text.toString().includes("and another and more"), "typed text arrives");
    await eventually(
      async () => (await page.locator(".cm-content").first().textContent()).includes("// by an agent"),
      "the agent's edit is seen",
    );
    const gone = page.locator(".cm-line.cm-removed").first();
    assert.match(await gone.textContent(), /await this.open\(this.url\)/);
    await gone.click();
    await page.keyboard.type("x");
    await page.waitForSelector(".stale");
    await shot("stale");
  }),

  faces: on(harbour, async ({ page, link, shot }) => {
    await page.goto(link);
    for (const name of ["backoff.ts", "legacy.ts", ".envrc"]) {
      await page.locator(".list .row", { hasText: name }).click();
      await page.waitForSelector(".cm-hunk-panel");
      await page.waitForTimeout(400);
      await shot(name.replaceAll(".", ""));
    }
    assert.ok((await page.locator(".hidden-character").count()) >= 2);
    await page.locator(".list .row", { hasText: "session.ts" }).click();
    await page.getByRole("button", { name: "Side by side" }).click();
    await page.waitForSelector(
      ".cm-mergeView .cm-changedLine, .cm-mergeView .cm-insertedLine, .cm-mergeView .cm-deletedChunk",
    );
    await page.waitForTimeout(300);
    await shot("side-by-side");
    await page.getByRole("button", { name: "Back to the text" }).click();
    await page.getByRole("button", { name: "Comment", exact: true }).first().click();
    await page.keyboard.type("Why not a timer?");
    await shot("comment");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=“Why not a timer?”");
    await page.locator(".tab.on .close").click();
    await page.waitForSelector("text=Closing rejects 1 review");
    await shot("closing");
    await page.keyboard.press("Escape");
  }),

  newFile: on(harbour, async ({ page, link, world }) => {
    await page.goto(link);
    await page.locator(".list .row", { hasText: "backoff.ts" }).click();
    await page.waitForTimeout(INERT_MS);
    await page.waitForSelector(".cm-hunk-panel .cm-content");
    await page.locator(".cm-hunk-panel .cm-content").click();
    await page.keyboard.press("Control+Enter");
    await eventually(() => world.files["src/transport/backoff.ts"]?.startsWith("export interface"), "created");
    await eventually(async () => (await page.locator(".cm-hunk-panel").count()) === 0, "review gone");
    await eventually(async () => (await page.locator(".tab.on").textContent()).includes("backoff.ts"), "opened");
    await page.waitForSelector(".cm-line >> text=export interface Backoff");
  }),

  empty: on(
    () => new World(),
    async ({ page, link, shot, world }) => {
      world.agents = [];
      await page.goto(link);
      await page.waitForSelector("text=Nothing is open");
      await page.waitForTimeout(300);
      await shot("nothing");
      world.propose("src/transport/session.ts", {
        replace: [["    await this.open(this.url);\n", "    await go();\n"]],
      });
      await page.waitForSelector(".cm-hunk-panel");
    },
  ),

  huge: on(
    () => new World(),
    async ({ page, link, world }) => {
      const lines = Array.from({ length: 100_000 }, (_, index) => `export const value${index} = ${index};`);
      world.files["src/huge.ts"] = lines.join("\n");
      world.open("README.md");
      await page.goto(link);
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable");
      const script = async () =>
        (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value *
        1000;
      const replace = Array.from({ length: 40 }, (_, index) => [
        `${lines[index * 2000]}\n`,
        `const changed = ${index};\n`,
      ]);
      world.propose("src/huge.ts", { replace });
      await page.waitForTimeout(500);
      const before = await script();
      await page.locator(".list .row", { hasText: "huge.ts" }).click();
      await page.waitForSelector(".cm-hunk-panel");
      await page.waitForTimeout(300);
      console.log(`  100,000 lines, 40 hunks: ${((await script()) - before).toFixed(0)} ms of script to open`);
    },
  ),

  large: on(
    () => new World(),
    async ({ page, link, world }) => {
      const lines = world.files["src/large.ts"].split("\n");
      const replace = Array.from({ length: 40 }, (_, index) => [
        `${lines[index * 500]}\n`,
        `const changed${index} = true;\n`,
      ]);
      world.propose("src/large.ts", { replace });
      await page.goto(link);
      await page.waitForSelector(".cm-hunk-panel");
      await page.locator(".cm-line").nth(3).click();
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable");
      const script = async () =>
        (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value *
        1000;
      const before = await script();
      for (let key = 0; key < 40; key++) await page.keyboard.press("x");
      await page.waitForTimeout(300);
      console.log(
        `  20,000 lines, 40 hunks: ${(((await script()) - before) / 40).toFixed(1)} ms of script per key, messages included`,
      );
    },
  ),
};
