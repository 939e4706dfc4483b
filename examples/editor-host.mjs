/** An editor in some sixty lines: `node examples/editor-host.mjs <folder>`. Its developer decides changes by typing y or n. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { ChangeSet, Text } from "@codemirror/state";
import { createHostCore, EventHub, systemClock } from "@tandem/host";
import { startBridge } from "@tandem/server";
import { createPathResolver } from "@tandem/workspace";

/** @typedef {import("@tandem/host").TextWriter} TextWriter @type {Set<Parameters<TextWriter["onChange"]>[0]>} */
const listeners = new Set();
/** @type {Map<string, { text: Text, version: number, dirty: boolean }>} */
const buffers = new Map();

/** @param {string} path @param {Text} text @param {readonly import("@tandem/host").TextChange[]} changes */
function put(path, text, changes = []) {
  const buffer = { text, version: (buffers.get(path)?.version ?? 0) + 1, dirty: changes.length > 0 };
  buffers.set(path, buffer);
  if (buffer.dirty) for (const listener of listeners) listener(path, changes, text);
  return buffer;
}
function open(/** @type {{ path: string }} */ { path }) {
  return buffers.get(path) ?? put(path, Text.of(readFileSync(path, "utf8").split("\n")));
}
async function save(/** @type {{ path: string }} */ { path }, text = open({ path }).text) {
  writeFileSync(path, text.toString());
  return { saved: true, version: put(path, text).version };
}

/** @type {TextWriter} */
const texts = {
  now: ({ path }) => buffers.get(path),
  live: async (path) => open(path),
  change: async (files) => {
    const planned = files.map(({ path, plan }) => ({ path, text: open(path).text, changes: plan(open(path)) }));
    return planned.map(({ path: { path }, text, changes }) => {
      return put(path, ChangeSet.of([...changes], text.length).apply(text), changes).version;
    });
  },
  create: async (path, text) => save(path, Text.of(text.split("\n"))),
  remove: async ({ path }) => {
    const bytes = readFileSync(path);
    buffers.delete(path);
    rmSync(path);
    return async () => writeFileSync(path, bytes, { flag: "wx" });
  },
  save,
  onChange: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
/** @type {import("@tandem/host").EditorCapability} */
const editor = {
  focused: () => undefined,
  selection: () => undefined,
  openFiles: () => [...buffers].map(([file, { text: _, ...state }]) => ({ file, ...state, ...tab })),
  read: async (path) => open(path),
  open: async (path) => ({ language: tab.language, moved: open(path) !== undefined }),
  reveal: async (path) => ({ moved: open(path) !== undefined }),
  close: async ({ path }) => buffers.delete(path),
  save,
  showStatus: (message, _, { name }) => console.log(`${name}: ${message}`),
};
const tab = { conflict: false, active: false, preview: false, language: "plaintext" };

const paths = await createPathResolver([process.argv[2] ?? "."]);
const host = { name: "Sixty", version: "1.0.0", paths, capabilities: { editor }, texts, isPrivate: () => false };
const hub = new EventHub(systemClock, console.error);
const core = createHostCore(host, { mode: () => "review", canDecide: () => true, hub });
const bridge = await startBridge(core, { port: 0 });
console.log(`Agents find it at ${bridge.window.urls.mcp}`);
let asked = "";
core.reviews.onChange(() => {
  const [review] = core.reviews.pending();
  if (review && review.id !== asked) console.log(`${review.agent.name} changes ${review.path.relative}: y or n?`);
  asked = review?.id ?? "";
});
for await (const line of createInterface({ input: process.stdin })) {
  const [review] = core.reviews.pending();
  if (review) await core.decisions.decideReview(review.id, line === "y" ? "accept" : "reject", "");
}
await bridge.close();
