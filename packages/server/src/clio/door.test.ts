import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type ClioClient, type ClioScene, FILE, FIXED, openScene, TEXT } from "./testing/clio-scene.js";

let scene: ClioScene;
let clio: ClioClient;

beforeEach(async () => {
  scene = await openScene();
  clio = await scene.connect();
});

afterEach(() => scene.close());

/** The document's own examples: the last line's `a * b`, by a range that goes one past its end. */
const range = { start: { line: 5, character: 11 }, end: { line: 5, character: 17 } };
const openDiff = { type: "openDiff", file: FILE, before: TEXT, after: FIXED, description: "Fix add()" };
const proposeDiff = { type: "proposeDiff", file: FILE, edits: [{ range, oldText: "a * b", newText: "a + b" }] };
const applyDiff = { type: "applyDiff", file: FILE, edits: [{ range, newText: "a + b" }] };
const accepted = { type: "diffAccepted", file: FILE };
const rejected = { type: "diffRejected", file: FILE };
const text = () => scene.host.liveText("calc.py");
const decide = async (verdict: "accept" | "reject") =>
  scene.core.decisions.decideReview((await scene.waiting()).id, verdict, "");
const agents = () => scene.core.agents.connected().map(({ name, version }) => `${name} ${version}`);

it("plays the example flow of the document", async () => {
  clio.say({ type: "connect", clientVersion: "0.1.0" });
  expect(await clio.heard()).toEqual({
    type: "connected",
    serverVersion: "0.1.0",
    capabilities: ["diff", "apply", "status"],
  });
  clio.say(openDiff);
  expect(await scene.waiting()).toMatchObject({
    agent: { name: "Clio", version: "0.1.0" },
    reason: "Fix add()",
    terms: { title: "Clio: calc.py", writer: "nobody", editable: false, view: "diff" },
  });
  await decide("accept");
  expect(await clio.heard()).toEqual(accepted);
  expect(text()).toBe(TEXT);
  clio.say(applyDiff);
  expect(await clio.rest()).toEqual([]);
  expect(text()).toBe(FIXED);
  expect(scene.host.savedText("calc.py")).toBe(TEXT);
  expect(scene.core.reviews.pending()).toEqual([]);
});

describe("openDiff", () => {
  it("takes a part of the text that is there once", async () => {
    clio.say({ ...openDiff, before: "    return a * b", after: "    return a + b" });
    const { hunks } = await scene.waiting();
    expect(hunks).toMatchObject([{ removed: "    return a * b\n", insert: "    return a + b\n" }]);
  });

  it("is rejected, and changes nothing", async () => {
    clio.say(openDiff);
    await decide("reject");
    expect(await clio.heard()).toEqual(rejected);
    expect(text()).toBe(TEXT);
  });

  it("once accepted, lets pass what it showed and nothing else, and once", async () => {
    clio.say(openDiff);
    await decide("accept");
    await clio.heard();
    clio.say({ ...applyDiff, edits: [{ range, newText: "a - b" }] });
    expect((await scene.waiting()).hunks).toMatchObject([{ insert: "    return a - b\n" }]);
    await decide("reject");
    expect(await clio.heard()).toEqual(rejected);
    clio.say({ ...applyDiff, id: 1 });
    expect(await clio.heard()).toEqual({ ...accepted, id: 1 });
    expect(text()).toBe(FIXED);
  });

  it("does not let another Clio pass", async () => {
    const other = await scene.connect();
    clio.say(openDiff);
    await decide("accept");
    await clio.heard();
    other.say(applyDiff);
    await scene.waiting();
    expect(text()).toBe(TEXT);
  });
});

describe("proposeDiff", () => {
  it("is applied by the window once it is accepted", async () => {
    clio.say({ ...proposeDiff, description: "Add,\ndo not multiply", id: "p-1" });
    expect(await scene.waiting()).toMatchObject({
      reason: "Add, do not multiply",
      terms: { writer: "host", saves: false, editable: true, view: "inline" },
    });
    await decide("accept");
    expect(await clio.heard()).toEqual({ ...accepted, id: "p-1" });
    expect(text()).toBe(FIXED);
  });

  it("is accepted when a part of it is", async () => {
    const first = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } }, oldText: "# one" };
    clio.say({ ...proposeDiff, edits: [...proposeDiff.edits, { ...first, newText: "# 1" }] });
    const { id } = await scene.waiting();
    await scene.core.decisions.decideHunks(id, [
      { hunk: 0, verdict: "rejected" },
      { hunk: 1, verdict: "accepted" },
    ]);
    expect(await clio.heard()).toEqual(accepted);
    expect(text()).toBe(FIXED);
  });

  it("is rejected", async () => {
    clio.say({ ...proposeDiff, id: 0 });
    await decide("reject");
    expect(await clio.heard()).toEqual({ ...rejected, id: 0 });
  });

  it("that no longer fits is an error, and not shown", async () => {
    clio.say({ ...proposeDiff, edits: [{ range, oldText: "a / b", newText: "a + b" }], id: 7 });
    expect(await clio.heard()).toEqual({ type: "error", code: "STALE", message: expect.any(String), id: 7 });
    expect(scene.core.reviews.all()).toEqual([]);
  });

  it("stays when the connection is lost, and is joined by the next", async () => {
    clio.say(proposeDiff);
    await scene.waiting();
    clio.cut();
    await scene.until(([review]) => review?.agentGone === true);
    const back = await scene.connect();
    back.say(proposeDiff);
    await scene.until(([review]) => review?.agentGone === false);
    await decide("accept");
    expect(await back.heard()).toEqual(accepted);
    expect(scene.core.reviews.all()).toHaveLength(1);
    expect(text()).toBe(FIXED);
  });
});

describe("applyDiff", () => {
  it("is asked about like everything else", async () => {
    clio.say(applyDiff);
    await scene.waiting();
    expect(text()).toBe(TEXT);
    await decide("accept");
    expect(await clio.heard()).toEqual(accepted);
    expect(text()).toBe(FIXED);
  });

  it("is applied at once where the developer trusts, without a word unless it has an id", async () => {
    scene.mode = "trust";
    clio.say(applyDiff);
    expect(await clio.rest()).toEqual([]);
    expect(text()).toBe(FIXED);
    clio.say({ ...applyDiff, edits: [{ range, newText: "a - b" }], id: 2 });
    expect(await clio.heard()).toEqual({ ...accepted, id: 2 });
  });

  it("counts its lines in what the one before has left", async () => {
    scene.mode = "trust";
    const at = (line: number, newText: string) => {
      const position = { line, character: 0 };
      return { type: "applyDiff", file: FILE, edits: [{ range: { start: position, end: position }, newText }] };
    };
    clio.say(at(0, "# zero\n"));
    clio.say(at(1, "# half\n"));
    clio.say({ ...at(2, "# 2/3\n"), id: 3 });
    await clio.heard();
    expect(text()).toBe(`# zero\n# half\n# 2/3\n${TEXT}`);
  });
});

describe("closeDiff", () => {
  it.each([openDiff, proposeDiff, applyDiff])("withdraws $type without a word", async (message) => {
    clio.say(message);
    await scene.waiting();
    clio.say({ type: "closeDiff", file: FILE });
    await scene.until(([review]) => review?.state === "withdrawn");
    expect(await clio.rest()).toEqual([]);
  });

  it("withdraws what the same Clio has left behind, and nothing of another that is there", async () => {
    clio.say(proposeDiff);
    await scene.waiting();
    const other = await scene.connect();
    other.say({ type: "closeDiff", file: FILE });
    expect(await other.rest()).toEqual([]);
    expect(scene.core.reviews.pending()).toHaveLength(1);
    clio.cut();
    await scene.until(([review]) => review?.agentGone === true);
    other.say({ type: "closeDiff", file: FILE });
    await scene.until(([review]) => review?.state === "withdrawn");
  });

  it("of a file without a diff does nothing", async () => {
    clio.say({ type: "closeDiff", file: "/project/none.py" });
    expect(await clio.rest()).toEqual([]);
  });
});

it("a lost connection withdraws what only Clio could have applied", async () => {
  clio.say(openDiff);
  await scene.waiting();
  clio.cut();
  await scene.until(([review]) => review?.state === "withdrawn");
});

it.each(["info", "warning", "error"] as const)("status is shown as %s", async (level) => {
  clio.say({ type: "status", message: `Processing\nrequest…${"\u202e"}`, level });
  expect(await clio.rest()).toEqual([]);
  expect(scene.host.statuses).toEqual([{ message: "Processing request…", level, by: "Clio" }]);
});

it("in read-only mode every diff is rejected", async () => {
  scene.mode = "read-only";
  for (const message of [openDiff, proposeDiff, applyDiff]) {
    clio.say(message);
    expect(await clio.heard()).toEqual(rejected);
  }
  expect(text()).toBe(TEXT);
});

describe("errors", () => {
  const error = (code: string, id?: unknown) => ({
    type: "error",
    message: expect.stringMatching(/./),
    code,
    ...(id !== undefined && { id }),
  });

  it.each([
    ["what is no JSON", "{nope", error("INVALID_INPUT")],
    ["a binary frame", Buffer.from("{}"), error("INVALID_INPUT")],
    ["deep nesting", "[".repeat(100) + "]".repeat(100), error("INVALID_INPUT")],
    ["an array", [], error("INVALID_INPUT")],
    ["null", "null", error("INVALID_INPUT")],
    ["an unknown type", { type: "dance", id: "x" }, error("INVALID_INPUT", "x")],
    ["no type", { file: FILE }, error("INVALID_INPUT")],
    ["a type from Object's prototype", { type: "__proto__" }, error("INVALID_INPUT")],
    ["a missing field", { ...openDiff, after: undefined, id: 3 }, error("INVALID_INPUT", 3)],
    ["no edits", { ...proposeDiff, edits: [] }, error("INVALID_INPUT")],
    [
      "a negative line",
      { ...applyDiff, edits: [{ range: { ...range, start: { line: -1, character: 0 } }, newText: "" }] },
      error("INVALID_INPUT"),
    ],
    ["an unknown level", { type: "status", message: "hi", level: "loud" }, error("INVALID_INPUT")],
    ["a missing file", { ...openDiff, file: "/project/none.py", id: "f" }, error("FILE_NOT_FOUND", "f")],
    ["a file outside", { ...openDiff, file: "/etc/passwd" }, error("OUTSIDE_WORKSPACE")],
    ["a text that is not there", { ...openDiff, before: "elsewhere" }, error("STALE")],
    [
      "a line past the end",
      {
        ...applyDiff,
        edits: [{ range: { start: { line: 99, character: 0 }, end: { line: 99, character: 0 } }, newText: "x" }],
      },
      error("RANGE_INVALID"),
    ],
    [
      "a range that ends before its start",
      { ...applyDiff, edits: [{ range: { start: range.end, end: range.start }, newText: "x" }] },
      error("RANGE_INVALID"),
    ],
  ])("%s is answered, and the connection lives", async (_what, message, answer) => {
    clio.say(message as object | string | Buffer);
    expect(await clio.heard()).toEqual(answer);
    expect(await clio.rest()).toEqual([]);
    expect(scene.core.reviews.all()).toEqual([]);
  });

  it("a description of any length the document allows is taken", async () => {
    clio.say({ ...proposeDiff, description: "x".repeat(1995) });
    expect((await scene.waiting()).reason).toHaveLength(1000);
  });

  it("more changes than may wait are refused", async () => {
    await scene.close();
    scene = await openScene({ openDiffs: 2 });
    clio = await scene.connect();
    for (const newText of ["a + b", "a - b", "a / b"])
      clio.say({ ...applyDiff, edits: [{ range, newText }], file: FILE });
    expect(await clio.heard()).toEqual(error("NOT_ALLOWED"));
  });
});

describe("the gate", () => {
  const statusOf = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${scene.door.port}${path}`, { headers });
      socket.on("error", () => {});
      socket.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
      socket.once("open", () => resolve(101));
      socket.once("open", () => socket.terminate());
    });

  it.each([
    ["/", {}, 101],
    ["/", { Origin: "http://evil.test" }, 403],
    ["/", { Host: "evil.test" }, 403],
    ["/", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["/other", {}, 404],
    ["/?x", {}, 404],
  ])("answers %s with %j by %i", async (path, headers, status) => {
    expect(await statusOf(path, headers)).toBe(status);
  });

  it("serves nothing but WebSockets", async () => {
    const { status } = await fetch(`http://127.0.0.1:${scene.door.port}/`);
    expect(status).toBe(404);
  });
});

describe("a connection", () => {
  it("is an agent from its first message to its end", async () => {
    expect(agents()).toEqual([]);
    clio.say({ type: "connect", clientVersion: "0.4.2" });
    await clio.heard();
    expect(agents()).toEqual(["Clio 0.4.2"]);
    clio.say({ type: "connect", clientVersion: "0.4.2", id: 1 });
    expect(await clio.heard()).toMatchObject({ type: "connected", id: 1 });
    expect(agents()).toEqual(["Clio 0.4.2"]);
    clio.cut();
    await expect.poll(agents).toEqual([]);
  });

  it("may begin without connect", async () => {
    clio.say({ type: "status", message: "hi", level: "info" });
    await expect.poll(agents).toEqual(["Clio "]);
  });

  it("is ended by a message over the limit", async () => {
    await scene.close();
    scene = await openScene({ messageBytes: 1000 });
    clio = await scene.connect();
    clio.say({ ...openDiff, after: "x".repeat(1000) });
    expect(await clio.ended).toBe(1009);
  });

  it("that does not answer any more is ended, and what only it could apply is withdrawn", async () => {
    await scene.close();
    scene = await openScene({ pingMs: 30, pongMs: 30 });
    const silent = await scene.connect({ autoPong: false });
    silent.say(openDiff);
    await scene.until(([review]) => review?.state === "withdrawn");
    expect(await silent.ended).toBe(1006);
  });

  it("is told when the window closes", async () => {
    await scene.door.close();
    expect([1001, 1006]).toContain(await clio.ended);
  });
});
