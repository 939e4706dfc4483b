import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPageDoor } from "@tandem/server";
import type { ToPage } from "@tandem/workbench-shared";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { PageScene } from "./testing/page-scene.js";

it("a page that comes through the door is told, served and kept up to date, with large documents too", async () => {
  const scene = await PageScene.make({ "large.txt": "0123456789abcde\n".repeat(600_000), "small.txt": "one\n" });
  onTestFinished(() => scene.dispose());
  const folder = await mkdtemp(join(tmpdir(), "tandem-built-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "index.html"), "<head></head>");
  const door = await openPageDoor({ folder, secret: "secret", onConnection: (it) => scene.channel.connect(it) });
  onTestFinished(() => door.close());

  const socket = new WebSocket(`ws://127.0.0.1:${door.port}/channel`, { origin: `http://127.0.0.1:${door.port}` });
  onTestFinished(() => socket.terminate());
  const messages: ToPage[] = [];
  const until = (holds: (message: ToPage) => boolean) =>
    new Promise<ToPage>((resolve) => {
      const look = (message: ToPage) => holds(message) && resolve(message);
      messages.forEach(look);
      socket.on("message", () => look(messages.at(-1) as ToPage));
    });
  socket.on("message", (data) => messages.push(JSON.parse(String(data)) as ToPage));
  socket.on("open", () => {
    const say = (id: number, name: string, params: object) => socket.send(JSON.stringify({ id, name, params }));
    say(0, "hello", { secret: "secret" });
    say(1, "openDocument", { relative: "large.txt", preview: false });
    say(2, "openDocument", { relative: "small.txt", preview: false });
  });

  await until((message) => message.type === "reply" && message.id === 1);
  await until((message) => message.type === "reply" && message.id === 2);
  expect(messages.slice(0, 2).map(({ type }) => type)).toEqual(["reply", "welcome"]);
  const large = messages.find((message) => message.type === "document" && message.file.endsWith("large.txt"));
  expect(large).toMatchObject({ text: expect.stringMatching(/^0123456789abcde\n/) });
  await scene.agentEdits("small.txt", scene.agents.join({ name: "Ann", version: "1" }).agent, () => {
    return { from: 0, to: 3, insert: "two" };
  });
  expect(await until((message) => message.type === "updates")).toMatchObject({
    updates: [{ changes: [[3, "two"], 1] }],
  });
  expect(scene.channel.audience).toBe(1);
});
