import { expect, it } from "vitest";
import { commandOf, decisionOf, type Pressed } from "./keys.js";

function press(keys: string): Pressed {
  const parts = keys.split("+");
  const code = parts.at(-1) ?? "";
  const has = (name: string) => parts.includes(name);
  return {
    key: "",
    code,
    altKey: has("Alt"),
    ctrlKey: has("Ctrl"),
    metaKey: has("Meta"),
    shiftKey: has("Shift"),
  };
}

it.each([
  ["Alt+KeyY", false, "accept"],
  ["Alt+KeyN", true, "reject"],
  ["Ctrl+Enter", false, "accept-all"],
  ["Meta+Enter", true, "accept-all"],
  ["Ctrl+Enter", true, undefined],
  ["KeyY", false, undefined],
  ["Ctrl+Alt+KeyY", false, undefined],
  ["Shift+Alt+KeyY", false, undefined],
  ["Enter", false, undefined],
])("%s (Mac: %s) decides %s", (keys, mac, decision) => {
  expect(decisionOf(press(keys), mac)).toBe(decision);
});

it.each([
  ["Ctrl+KeyP", "quick-open"],
  ["Ctrl+Shift+KeyM", "problems"],
  ["Shift+F7", "previous-hunk"],
  ["Alt+KeyW", "close"],
  ["Alt+KeyK", "mention"],
])("%s means %s", (keys, command) => {
  expect(commandOf(press(keys), false)).toBe(command);
});

it.each(["Ctrl+KeyT", "Ctrl+KeyN", "Ctrl+KeyW", "Ctrl+Shift+KeyP"])("%s is left to the browser", (keys) => {
  expect(commandOf(press(keys), false)).toBeUndefined();
});
