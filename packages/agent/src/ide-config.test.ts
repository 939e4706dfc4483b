import { expect, it } from "vitest";
import { parseIdeConfig } from "./ide-config.js";

it("everything is on by default", () => {
  const all = {
    enabled: true,
    autoConnect: true,
    injectDiagnostics: true,
    injectOpenEditors: true,
    useIdeDiffs: true,
    lockDirPath: undefined,
  };
  for (const document of [undefined, {}, { ide: {} }, { other: 1 }]) expect(parseIdeConfig(document)).toEqual(all);
});

it("each field is read by its name", () => {
  const ide = {
    enabled: false,
    auto_connect: false,
    inject_diagnostics: false,
    inject_open_editors: false,
    use_ide_diffs: false,
    lock_dir_path: "/locks",
  };
  expect(parseIdeConfig({ ide })).toEqual({
    enabled: false,
    autoConnect: false,
    injectDiagnostics: false,
    injectOpenEditors: false,
    useIdeDiffs: false,
    lockDirPath: "/locks",
  });
});

it.each([
  [{ ide: { autoconnect: true } }, "ide.autoconnect is not a known setting."],
  [{ ide: { enabled: true, a: 1, b: 2 } }, "ide.a is not a known setting. ide.b is not a known setting."],
  [{ ide: { enabled: "yes" } }, "ide.enabled: "],
  [{ ide: [] }, "ide: "],
  [7, "The configuration: "],
])("%j is an error that names it", (document, message) => {
  expect(() => parseIdeConfig(document)).toThrow(message);
});
