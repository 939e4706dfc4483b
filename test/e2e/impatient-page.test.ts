/** A page tries again all the time while its window is away: it may be there before anybody can welcome it. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { expect, it } from "vitest";
import { Page } from "../soak/page.js";
import { Window } from "../soak/window.js";

const ROUNDS = 3;

it("a page that comes back at the first moment is welcomed", async () => {
  const base = await realpath(await mkdtemp(join(tmpdir(), "tandem-early-")));
  const places = { folder: base, home: join(base, "home"), config: join(base, "config") };
  let window = await Window.open(places);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await window.kill();
      const reopened = Window.open(places);
      const page = connectAtOnce(window.link, reopened);
      window = await reopened;
      (await page).close();
    }
  } finally {
    await window.kill();
    await rm(base, { recursive: true, force: true });
  }
});

/** As soon as the port is there. Rejects if it is not by the time the window says that it is. */
async function connectAtOnce(link: string, opened: Promise<Window>): Promise<Page> {
  let isOpen = false;
  void opened.then(() => {
    isOpen = true;
  });
  for (;;) {
    const isLast = isOpen;
    try {
      return await Page.connect(link);
    } catch (error) {
      expect(error).toMatchObject({ code: "ECONNREFUSED" });
      if (isLast) throw error;
      await rest(1);
    }
  }
}
