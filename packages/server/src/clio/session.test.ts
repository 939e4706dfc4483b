import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClioClient, type ClioScene, FILE, FIXED, openScene, TEXT } from "./testing/clio-scene.js";

let scene: ClioScene;
let clio: ClioClient;

beforeEach(async () => {
  scene = await openScene();
  clio = await scene.connect();
});

afterEach(() => scene.close());

const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 0 } });
const inserting = (line: number, newText: string) => ({
  file: FILE,
  edits: [{ range: at(line), oldText: "", newText }],
});
const openDiff = { type: "openDiff", file: FILE, before: TEXT, after: FIXED };
const wholeText = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } };
const text = () => scene.host.liveText("calc.py");
const decide = async (verdict: "accept" | "reject") =>
  scene.core.decisions.decideReview((await scene.waiting()).id, verdict, "");

/** The editor takes its time with that until it is let go on. */
function hold(what: "live" | "change"): () => void {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const { texts } = scene.host;
  const real = texts[what] as (...given: unknown[]) => Promise<unknown>;
  vi.spyOn(texts, what).mockImplementation((async (...given: unknown[]) => {
    await held;
    return real(...given);
  }) as never);
  return goOn;
}

/** Everything it said was heard, and then its end. */
async function leave(): Promise<void> {
  clio.leave();
  await clio.ended;
  await expect.poll(() => scene.core.agents.connected()).toEqual([]);
}

describe("a Clio that leaves before its change is known", () => {
  it("has it applied if that was accepted before", async () => {
    clio.say(openDiff);
    await decide("accept");
    await clio.heard();
    const goOn = hold("live");
    clio.say({ type: "applyDiff", file: FILE, edits: [{ range: wholeText, newText: FIXED }] });
    await leave();
    goOn();
    await expect.poll(text).toBe(FIXED);
  });

  it.each(["applyDiff", "proposeDiff"])("has its %s reviewed", async (type) => {
    const goOn = hold("live");
    clio.say({ type, ...inserting(0, "# zero\n") });
    await leave();
    goOn();
    await scene.until(([review]) => review?.agentGone === true);
    await decide("accept");
    expect(text()).toBe(`# zero\n${TEXT}`);
  });

  it("has the next change counted in what the one before leaves", async () => {
    clio.say({ type: "applyDiff", ...inserting(0, "# zero\n") });
    clio.say({ type: "applyDiff", ...inserting(1, "# half\n") });
    await scene.waiting();
    clio.leave();
    await scene.until(([review]) => review?.agentGone === true);
    expect(scene.core.reviews.all()).toHaveLength(1);
    await decide("accept");
    await decide("accept");
    expect(text()).toBe(`# zero\n# half\n${TEXT}`);
  });

  it("has nothing shown that only it could apply", async () => {
    const goOn = hold("live");
    clio.say(openDiff);
    await leave();
    goOn();
    await new Promise(setImmediate);
    expect(scene.core.reviews.all()).toEqual([]);
  });
});

it("closeDiff in the moment of the decision leaves it to that, and the answer is told", async () => {
  clio.say({ type: "proposeDiff", ...inserting(0, "# zero\n") });
  const { id } = await scene.waiting();
  const goOn = hold("change");
  const decided = scene.core.decisions.decideReview(id, "accept", "");
  clio.say({ type: "closeDiff", file: FILE });
  expect(await clio.rest()).toEqual([]);
  goOn();
  await decided;
  expect(await clio.heard()).toEqual({ type: "diffAccepted", file: FILE });
  expect(text()).toBe(`# zero\n${TEXT}`);
});

it("an insertion that was decided while Clio was gone is answered when it comes back, and not made twice", async () => {
  const insertion = { type: "proposeDiff", ...inserting(0, "# zero\n") };
  clio.say(insertion);
  await scene.waiting();
  clio.cut();
  await scene.until(([review]) => review?.agentGone === true);
  await decide("accept");
  const back = await scene.connect();
  back.say(insertion);
  expect(await back.heard()).toEqual({ type: "diffAccepted", file: FILE });
  expect(text()).toBe(`# zero\n${TEXT}`);
  back.say(insertion);
  await decide("accept");
  expect(text()).toBe(`# zero\n# zero\n${TEXT}`);
});
