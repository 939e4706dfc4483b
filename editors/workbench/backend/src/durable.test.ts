import { mkdir, mkdtemp, readFile, realpath, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentRegistry, createHostCore, EventHub, SelectionTracker, systemClock } from "@tandem/host";
import { createFileList, createPathResolver } from "@tandem/workspace";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createEditor } from "./capabilities/editor.js";
import { Documents } from "./documents.js";
import { openDurable } from "./durable.js";
import { View } from "./view.js";

let base: string;
let root: string;
const before = process.env["TANDEM_HOME"];

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "tandem-durable-")));
  root = join(base, "folder");
  process.env["TANDEM_HOME"] = join(base, "home");
  await mkdir(root);
  await writeFile(join(root, "a.txt"), "one\ntwo\n");
});

afterEach(async () => {
  if (before === undefined) delete process.env["TANDEM_HOME"];
  else process.env["TANDEM_HOME"] = before;
  await rm(base, { recursive: true });
});

/** The parts of a window that outlive it, and an agent with a change that waits to be decided. */
async function start() {
  const paths = await createPathResolver([root]);
  const documents = new Documents();
  const view = new View(documents);
  const durable = await openDurable(root, paths, documents, () => {});
  const hub = new EventHub(systemClock, () => {});
  const capabilities = {
    editor: createEditor(documents, view, new SelectionTracker(hub, () => false)),
    file: createFileList({ root }),
  };
  const host = { name: "test", version: "0", paths, texts: documents, isPrivate: () => false, capabilities };
  const core = createHostCore(host, { mode: () => "review", hub, canDecide: () => true, journal: durable.journal });
  const { agent } = new AgentRegistry(systemClock).join({ name: "ada", version: "1" });
  const accept = async (newText: string) => {
    const input = { file: join(root, "a.txt"), startLine: 2, endLine: 2, newText, review: "defer" };
    await core.dispatch({ agent, tool: "ide.editor.replaceRange", input });
    await core.decisions.decideReview(core.reviews.pending()[0]?.id ?? "", "accept", "");
  };
  const document = () => documents.get(join(root, "a.txt"));
  return { documents, durable, core, accept, document, path: await paths.file(join(root, "a.txt")) };
}

it("an accepted change is there again at the next start, with its outcome, and not on disk", async () => {
  const first = await start();
  await first.accept("TWO");
  await first.durable.close();
  const second = await start();
  expect(second.document()?.text.toString()).toBe("one\nTWO\n");
  expect(second.document()?.dirty).toBe(true);
  expect(second.core.reviews.all()).toMatchObject([{ state: "accepted" }]);
  expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\ntwo\n");
  await second.durable.close();
});

it.each([
  [
    "thrown away",
    async ({ documents, document }: Awaited<ReturnType<typeof start>>) => {
      const open = document();
      if (open) await documents.close(open, { discard: true });
    },
  ],
  ["saved", async ({ documents, path }: Awaited<ReturnType<typeof start>>) => void (await documents.save(path))],
])("an accepted change that was %s does not come back as unsaved", async (_, end) => {
  const first = await start();
  await first.accept("TWO");
  await end(first);
  await first.durable.close();
  const second = await start();
  expect(second.documents.all()).toEqual([]);
  await second.durable.close();
});

it("what is typed is stored and told to be, and comes back as another edition that knows how much of it each page gave", async () => {
  const first = await start();
  const document = await first.documents.open(first.path);
  const { version } = document;
  const stored = new Promise<number>((resolve) => {
    first.documents.listen({ stored: ({ storedVersion }) => resolve(storedVersion) });
  });
  first.documents.push(document, document, [
    { clientID: "me", changes: [[0, "x"], 8] },
    { clientID: "me", changes: [[0, "y"], 9] },
  ]);
  expect(await stored).toBe(version + 2);
  await first.durable.close();
  const second = await start();
  expect(second.document()).toMatchObject({ version: version + 2, storedVersion: version + 2, taken: { me: 2 } });
  expect(second.document()?.edition).not.toBe(document.edition);
  await second.durable.close();
});

it("a second window on the folder leaves the first one's reviews alone", async () => {
  const first = await start();
  await first.accept("TWO");
  const second = await start();
  expect(second.durable.folder).toBeUndefined();
  expect(second.core.reviews.all()).toEqual([]);
  await second.durable.close();
  await first.durable.close();
});

it("unsaved text comes back though what is remembered of reviews cannot be read", async () => {
  const first = await start();
  await first.documents.change([{ path: first.path, plan: () => [{ from: 0, to: 0, insert: "zero\n" }] }], {
    id: "a",
    name: "ada",
    colour: "teal",
  });
  await first.durable.close();
  // Longer than a file that can be read at once; it takes no room on disk.
  await truncate(join(first.durable.folder ?? "", "reviews"), 3 * 2 ** 30);
  const second = await start();
  expect(second.document()?.text.toString()).toBe("zero\none\ntwo\n");
  await second.accept("TWO");
  await second.durable.close();
  const third = await start();
  expect(third.core.reviews.all()).toMatchObject([{ state: "accepted" }]);
  await third.durable.close();
});
