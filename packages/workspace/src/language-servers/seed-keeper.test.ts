import { expect, it } from "vitest";
import { DocumentSync, type LiveDocument } from "./document-sync.js";
import { SeedKeeper } from "./seed-keeper.js";
import { type Language, languages } from "./server-table.js";

it("ends with the newest text when the reading of an older one takes longer", async () => {
  let version = 0;
  const documents = new DocumentSync(languages[0] as Language, () => ++version);
  documents.connect(() => {});
  const readings: ((text: string) => void)[] = [];
  const keeper = new SeedKeeper("/ws", documents, () => {
    return new Promise<LiveDocument>((resolve) => {
      readings.push((text) => resolve({ file: "/ws/a.ts", version: 0, text: () => text }));
    });
  });
  const kept = keeper.keep({ files: ["a.ts"], loose: [] });
  await expect.poll(() => readings.length).toBe(1);
  readings[0]?.("first");
  await kept;
  const changes = [keeper.changed("/ws/a.ts"), keeper.changed("/ws/a.ts")];
  readings[2]?.("newest");
  readings[1]?.("older");
  await Promise.all(changes);
  expect(documents.sent("/ws/a.ts")?.text).toBe("newest");
});
