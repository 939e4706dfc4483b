/**
 * `node dev/drive.mjs [folder]`: goes through the page in Chromium, checks what it sees and keeps pictures in the
 * folder. Chromium is found at CHROMIUM or at its usual place.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { reviewScenes } from "./review-scenes.mjs";
import { windowScenes } from "./window-scenes.mjs";

const folder = process.argv[2] ?? "shots";
const only = process.argv[3];
const flags =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: flags.split(" "),
});
let failed = 0;
for (const [name, play] of Object.entries({ ...windowScenes, ...reviewScenes }).filter(
  ([name]) => only === undefined || name === only,
)) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(`page error: ${error.stack}`));
  page.on("console", (message) => message.type() === "error" && complaints.push(`console: ${message.text()}`));
  const shot = (label) => page.screenshot({ path: join(folder, `${name}-${label}.png`) });
  const axe = async () => {
    await page.evaluate(axeSource);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 4)
          .map((node) => `${node.target} ${node.any?.[0]?.message ?? ""}`)
          .join("\n    ")}`,
    );
  };
  try {
    await play({ page, context, shot, axe, expectsErrors: () => complaints.splice(0) });
    assert.deepEqual(complaints, []);
    console.log(`✓ ${name}`);
  } catch (error) {
    failed++;
    await shot("failed").catch(() => undefined);
    console.log(`✗ ${name}: ${error.stack}\n${complaints.join("\n")}`);
  }
  await context.close();
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
