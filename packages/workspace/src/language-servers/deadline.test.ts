import { FakeClock } from "@tandem/host/testing";
import { describe, expect, it } from "vitest";
import { Bell, Deadline } from "./deadline.js";

describe("Deadline", () => {
  it("lets a promise settle in time and leaves no timer", async () => {
    const clock = new FakeClock();
    const deadline = new Deadline(clock, 100);
    expect(await deadline.within(Promise.resolve(1), "late")).toBe(1);
    await expect(deadline.within(Promise.reject(new Error("no")), "late")).rejects.toThrow("no");
    expect(clock.waiting).toBe(0);
  });

  it("ends a wait that takes too long, counted from the beginning", async () => {
    const clock = new FakeClock();
    const deadline = new Deadline(clock, 100);
    clock.advance(60);
    const waiting = deadline.within(new Promise(() => {}), "Too late.");
    clock.advance(40);
    await expect(waiting).rejects.toMatchObject({ code: "LSP_NOT_READY", message: "Too late." });
  });

  it("ends a wait when its signal aborts, before or meanwhile", async () => {
    const clock = new FakeClock();
    const abort = new AbortController();
    const deadline = new Deadline(clock, 100, abort.signal);
    const waiting = deadline.within(new Promise(() => {}), "late");
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "TIMED_OUT" });
    await expect(deadline.within(new Promise(() => {}), "late")).rejects.toMatchObject({ code: "TIMED_OUT" });
    expect(clock.waiting).toBe(0);
  });
});

describe("Bell", () => {
  it("wakes those who wait at each ring", async () => {
    const bell = new Bell();
    const woken: string[] = [];
    const waits = [bell.next().then(() => woken.push("a")), bell.next().then(() => woken.push("b"))];
    bell.ring();
    const later = bell.next().then(() => woken.push("c"));
    await Promise.all(waits);
    expect(woken).toEqual(["a", "b"]);
    bell.ring();
    await later;
    expect(woken).toEqual(["a", "b", "c"]);
  });
});
