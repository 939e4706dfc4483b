import { expect, it } from "vitest";
import { EventHub } from "./events/event-hub.js";
import { holdsSecrets } from "./private-files.js";
import { SelectionTracker } from "./selection.js";
import { FakeClock } from "./testing/fake-clock.js";

const selection = {
  file: "/p/a.ts",
  text: "two",
  start: { line: 2, column: 1 },
  end: { line: 2, column: 4 },
};

function setUp() {
  const hub = new EventHub(new FakeClock(), () => {});
  const told: unknown[] = [];
  hub.subscribe({}, (event) => told.push(event));
  return { told, tracker: new SelectionTracker(hub, (file) => holdsSecrets(file)) };
}

it("tells what is selected, and where", () => {
  const { told, tracker } = setUp();
  tracker.selected(selection);
  expect(tracker.get(false)).toEqual(selection);
  expect(told).toEqual([
    { name: "ide.event.cursorMoved", payload: { file: "/p/a.ts", line: 2, column: 4 } },
    {
      name: "ide.event.selectionChanged",
      payload: { file: "/p/a.ts", startLine: 2, endLine: 2, startColumn: 1, endColumn: 4, text: "two" },
    },
  ]);
});

it("keeps the latest selection when the developer goes elsewhere, and loses it with the file", () => {
  const { tracker } = setUp();
  tracker.selected(selection);
  tracker.unfocused();
  expect(tracker.get(false)).toBeUndefined();
  expect(tracker.get(true)).toEqual(selection);
  tracker.closed("/p/b.ts");
  expect(tracker.get(true)).toEqual(selection);
  tracker.closed("/p/a.ts");
  expect(tracker.get(true)).toBeUndefined();
});

it("tells nothing of a file that holds secrets, not even what was selected before", () => {
  const { told, tracker } = setUp();
  tracker.selected(selection);
  told.length = 0;
  tracker.selected({ ...selection, file: "/p/.env.local", text: "KEY=1" });
  expect(tracker.get(true)).toBeUndefined();
  expect(told).toEqual([]);
});

it.each([
  [".env", true],
  ["config/.env.production", true],
  [".env.example", false],
  ["id_ed25519", true],
  ["server.pem", true],
  ["environment.ts", false],
  ["secrets.yaml", true],
])("%s holds secrets: %s", (path, secret) => {
  expect(holdsSecrets(path)).toBe(secret);
});
