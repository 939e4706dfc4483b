import type { IdeEvent } from "@tandem/protocol";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../testing/fake-clock.js";
import { EventHub } from "./event-hub.js";

const cursor = (file: string, line: number): IdeEvent => ({
  name: "ide.event.cursorMoved",
  payload: { file, line, column: 1 },
});
const opened = (file: string): IdeEvent => ({ name: "ide.event.fileOpened", payload: { file } });

function setUp() {
  const clock = new FakeClock();
  const failures: unknown[] = [];
  const hub = new EventHub(clock, (error) => failures.push(error));
  const seen: IdeEvent[] = [];
  return { clock, hub, failures, seen, listener: (event: IdeEvent) => void seen.push(event) };
}

describe("the event hub", () => {
  it("delivers what was asked for and nothing else", () => {
    const { hub, seen, listener } = setUp();
    hub.subscribe({ names: new Set(["ide.event.fileOpened"]), file: (path) => path.endsWith(".ts") }, listener);
    for (const event of [opened("a.ts"), opened("a.md"), cursor("a.ts", 1)]) hub.publish(event);
    expect(seen).toEqual([opened("a.ts")]);
  });

  it("lets a cursor through at most once in 500 ms and always the last", () => {
    const { hub, clock, seen, listener } = setUp();
    hub.subscribe({}, listener);
    for (let line = 1; line <= 100; line++) {
      hub.publish(cursor("a.ts", line));
      clock.advance(10);
    }
    clock.advance(1000);
    expect(seen).toEqual([cursor("a.ts", 1), cursor("a.ts", 50), cursor("a.ts", 100)]);
    expect(clock.waiting).toBe(0);
  });

  it("limits each file by itself", () => {
    const { hub, seen, listener } = setUp();
    hub.subscribe({}, listener);
    hub.publish(cursor("a.ts", 1));
    hub.publish(cursor("b.ts", 1));
    expect(seen).toHaveLength(2);
  });

  it("tells the others when one listener throws", () => {
    const { hub, seen, failures, listener } = setUp();
    hub.subscribe({}, () => {
      throw new Error("bad listener");
    });
    hub.subscribe({}, listener);
    hub.publish(opened("a.ts"));
    expect(seen).toHaveLength(1);
    expect(failures).toHaveLength(1);
  });

  it("is silent after the undo and after its end", () => {
    const { hub, clock, seen, listener } = setUp();
    const undo = hub.subscribe({}, listener);
    hub.publish(cursor("a.ts", 1));
    hub.publish(cursor("a.ts", 2));
    undo();
    clock.advance(500);
    hub.subscribe({}, listener);
    hub.publish(cursor("a.ts", 3));
    hub.close();
    clock.advance(5000);
    expect(seen).toEqual([cursor("a.ts", 1)]);
    expect(clock.waiting).toBe(0);
  });
});
