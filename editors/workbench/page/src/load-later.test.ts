import { expect, it } from "vitest";
import { loadLater } from "./load-later.js";
import { setConnection } from "./state/connection.js";

it("what cannot be loaded is tried once more when the backend is back", async () => {
  setConnection("connecting");
  let tries = 0;
  const loaded = loadLater(async () => {
    if (++tries === 1) throw new Error("away");
    return "part";
  });
  await Promise.resolve();
  expect(tries).toBe(1);
  setConnection("online");
  expect(await loaded).toBe("part");
  expect(tries).toBe(2);
});

it("what cannot be loaded even then is left out", async () => {
  setConnection("online");
  let tries = 0;
  const loaded = await loadLater(async () => {
    tries++;
    throw new Error("gone");
  });
  expect(loaded).toBeUndefined();
  expect(tries).toBe(2);
});
