/** What scenes are made of. */
import assert from "node:assert/strict";
import { serve } from "./serve.mjs";

export const INERT_MS = 350;
export const live = (world, relative) => [...world.documents.values()].find((one) => one.relative === relative);

/** Ends the server when the scene is over. */
export const on = (make, play) => async (stage) => {
  const world = make();
  let served = await serve(world);
  const port = served.server.address().port;
  const stop = async () => {
    for (const socket of served.sockets.clients) socket.terminate();
    served.sockets.close();
    await new Promise((resolve) => served.server.close(resolve));
  };
  const start = async () => {
    served = await serve(world, port);
  };
  try {
    await play({ ...stage, world, link: served.link, stop, start });
  } finally {
    await stop();
  }
};

export const tab = (page, name) => page.locator(".tab", { hasText: name }).locator("[role=tab]").click();
export const eventually = async (check, what) => {
  for (let round = 0; round < 60; round++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never: ${what}`);
};
