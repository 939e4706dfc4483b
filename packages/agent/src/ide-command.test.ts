import { afterEach, beforeEach, expect, it } from "vitest";
import { IdeBridge } from "./bridge/ide-bridge.js";
import { connectedLine, ideCommand } from "./ide-command.js";
import { parseIdeConfig } from "./ide-config.js";
import { FakeIde, neovimEditor, nexus3Editor, type Personality, temporaryFolder } from "./testing/index.js";

let cwd: string;
let bridge: IdeBridge;
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  const temporary = await temporaryFolder();
  ends.push(temporary.remove);
  cwd = temporary.path;
  bridge = new IdeBridge(parseIdeConfig(), { environment: { HOME: cwd } });
  ends.push(() => bridge.disconnect());
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function editor(personality: Personality): Promise<FakeIde> {
  const ide = await FakeIde.start(personality, { home: cwd, folders: [cwd] });
  ends.push(() => ide.stop());
  return ide;
}

const say = (args: string) => ideCommand(bridge, args, { cwd });

it("tells the state, connects and disconnects", async () => {
  const ide = await editor(nexus3Editor(cwd));
  expect(await say("")).toBe("Not connected. Nothing was connected yet.");
  expect(await say("connect")).toBe("IDE connected: VS Code");
  expect(await say("")).toBe(`Connected: VS Code\n  port ${ide.port}, nexus3 dialect, ${cwd}`);
  expect(await say("disconnect")).toBe("Disconnected: VS Code");
  expect(await say("disconnect")).toBe("Not connected.");
  expect(await say("")).toBe("Not connected. Disconnected by this side.");
});

it("says that there is nothing, or that it is not wanted", async () => {
  expect(await say("connect")).toBe(`No window holds ${cwd}.`);
  const off = new IdeBridge(parseIdeConfig({ ide: { enabled: false } }));
  for (const none of [undefined, off]) expect(await ideCommand(none, "")).toContain("switched off");
  expect(await say("dance")).toContain("/ide disconnect");
});

it("offers a choice between several, by port", async () => {
  const [code, vim] = [await editor(nexus3Editor(cwd)), await editor(neovimEditor(cwd))];
  const said = await say(`connect ${vim.port}`);
  expect(said).toBe(
    `IDE connected: Neovim\n  Also here: VS Code (port ${code.port}). /ide connect <port> takes another.`,
  );
  expect(await say("connect 1")).toContain("on port 1.\n  Also here: ");
});

it("prints a line for a connection that was made by itself", async () => {
  await editor(nexus3Editor(cwd));
  const connection = await bridge.autoConnect(cwd);
  expect(connection && connectedLine(connection.ideInfo)).toBe("IDE connected: VS Code");
});
