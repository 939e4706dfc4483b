/** The developer sends an agent away: what it was doing ends as if its connection had broken, then the connection does. */
import { callTool, findWindows } from "@tandem/agent";
import type { WindowFile } from "@tandem/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FILE, openScene } from "../../packages/server/src/clio/testing/clio-scene.js";
import { type WsScene, wsScene } from "../../packages/server/src/testing/ws-scene.js";
import { HELD, openBridge, type TestBridge } from "./helpers/bridge.js";
import { RawAgent } from "./helpers/raw-agent.js";

describe("an agent on a socket that is sent away", () => {
  let scene: WsScene;
  beforeEach(async () => {
    scene = await wsScene({ files: { "a.ts": "one\n" } });
  });
  afterEach(() => scene.close());

  const diff = {
    old_file_path: "/project/a.ts",
    new_file_path: "/project/a.ts",
    new_file_contents: "1\n",
    tab_name: "a",
  };
  const sendAway = () => scene.core.agents.disconnect(scene.core.agents.connected()[0]?.id ?? "");

  it("leaves a review that the host applies", async () => {
    const agent = await scene.nexus3();
    void agent.call("openDiff", diff);
    await scene.pending(1);
    sendAway();
    await agent.ended();
    await expect.poll(() => scene.core.agents.connected()).toEqual([]);
    expect(scene.core.reviews.pending()).toMatchObject([{ state: "pending", agentGone: true }]);
  });

  it("takes along a review that only it could apply", async () => {
    const agent = await scene.claude();
    void agent.call("openDiff", diff);
    await scene.pending(1);
    sendAway();
    await agent.ended();
    await scene.pending(0);
    expect(scene.core.reviews.all()).toMatchObject([{ state: "withdrawn" }]);
  });

  it("is missed by nobody else, and may come again", async () => {
    const agent = await scene.nexus3();
    const [first] = scene.core.agents.connected();
    const other = await scene.claude();
    scene.core.agents.disconnect(first?.id ?? "");
    await agent.ended();
    expect(await other.texts("getWorkspaceFolders")).toHaveLength(1);
    const again = await scene.nexus3();
    expect(await again.texts("getWorkspaceFolders")).toEqual(['["/project"]']);
  });
});

it("a Clio that is sent away leaves a review that the host applies", async () => {
  const scene = await openScene();
  const client = await scene.connect();
  const start = { line: 0, character: 0 };
  const edits = [{ range: { start, end: start }, oldText: "", newText: "# zero\n" }];
  client.say({ type: "proposeDiff", file: FILE, edits });
  await scene.waiting();
  for (const { id } of scene.core.agents.connected()) scene.core.agents.disconnect(id);
  await client.ended;
  await scene.until(([review]) => review?.state === "pending" && review.agentGone);
  await scene.close();
});

describe("an agent over HTTP that is sent away", () => {
  let bridge: TestBridge;
  beforeEach(async () => {
    bridge = await openBridge();
  });
  afterEach(() => bridge.dispose());

  const sendAway = async () => {
    await expect.poll(() => bridge.held()).toBe(1);
    for (const { id } of bridge.core.agents.connected()) bridge.core.agents.disconnect(id);
    await expect.poll(() => bridge.held()).toBe(0);
    expect(bridge.core.agents.connected()).toEqual([]);
  };

  it("hears that its call and its session have ended", async () => {
    const agent = await RawAgent.connect(bridge.port);
    const answer = agent.call("ide.symbols.search", { query: HELD });
    await sendAway();
    await answer;
    expect(await agent.call("ide.editor.getOpenFiles")).toMatchObject({ error: { code: -32001 } });
    await agent.disconnect();
  });

  it("hears that its call has ended, and may call again", async () => {
    const [window] = (await findWindows()) as [WindowFile];
    const caller = { name: "stateless", version: "1" };
    const answer = callTool(window, "ide.symbols.search", { query: HELD }, { caller }).catch((error: unknown) => error);
    await sendAway();
    expect(await answer).toMatchObject({ code: "TIMED_OUT" });
    expect(await callTool(window, "ide.editor.getOpenFiles", {}, { caller })).toMatchObject({ files: [] });
  });
});
