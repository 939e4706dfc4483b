import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseSettings, readSettings, SettingsError, settingsPath } from "./settings.js";

it("no file means the defaults", async () => {
  expect(await readSettings(join(tmpdir(), "tandem-no-such-file.json"))).toEqual({
    languageServers: {},
    exclude: [],
    allowedHosts: [],
    mode: "review",
    saveOnAccept: "never",
    requireToken: false,
    dialects: { nexus3: true, claude: true, clio: true },
  });
});

it.each([
  ["{", "JSON"],
  ['{"exlude": []}', "exlude"],
  ['{"languageServers": {"python": "pyright"}}', "languageServers"],
  ['{"exclude": ["dist", "[z-a]"]}', "z-a"],
  ['{"languageServers": {"pyhton": []}}', "pyhton"],
  ['{"mode": "yolo"}', "mode"],
  ['{"saveOnAccept": true}', "saveOnAccept"],
  ['{"dialects": {"gemini": true}}', "gemini"],
  ["[]", "object"],
])("%s is refused by an error that names the file and the problem", (text, named) => {
  expect(() => parseSettings(text, "/settings.json")).toThrow(SettingsError);
  expect(() => parseSettings(text, "/settings.json")).toThrow(new RegExp(`/settings.json.*${named}`, "s"));
});

it("a file is read, and one that cannot be read is an error", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tandem-settings-"));
  await writeFile(join(folder, "settings.json"), '{"requireToken": true, "languageServers": {"python": []}}');
  expect(await readSettings(join(folder, "settings.json"))).toMatchObject({
    requireToken: true,
    languageServers: { python: [] },
  });
  await expect(readSettings(folder)).rejects.toThrow(SettingsError);
  await rm(folder, { recursive: true });
});

it("the file is the user's, never the workspace's", () => {
  expect(settingsPath({ XDG_CONFIG_HOME: "/config" })).toBe("/config/tandem/settings.json");
  expect(settingsPath({})).toMatch(/\.config\/tandem\/settings\.json$/);
});
