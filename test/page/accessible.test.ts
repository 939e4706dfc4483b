/** Axe finds nothing wrong with a page on which a review waits. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect } from "vitest";
import { it } from "./helpers/scene.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

it.for(["dark", "light"] as const)("is accessible when it is %s", async (colorScheme, { developer, agent }) => {
  const answer = agent.replace("src/greet.ts", { startLine: 2, endLine: 2, newText: "  return name;" });
  const { page } = developer;
  await page.emulateMedia({ colorScheme });
  await developer.canDecide();
  const [said] = await page.locator("footer output").allTextContents();
  expect(said).toBe("1 review waits for you. The newest: claude-code, src/greet.ts");
  await page.evaluate(await readFile(AXE, "utf8"));
  const violations = await page.evaluate<Violation[]>("axe.run(document).then(({ violations }) => violations)");
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`)).toEqual([]);
  await developer.button("Reject all").click();
  await answer;
});
