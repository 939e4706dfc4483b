import { expect, it } from "vitest";
import { type FileMap, isSource, isTest, readFiles, withoutComments } from "./source-tree.js";

interface Chokepoint {
  readonly what: string;
  readonly code: RegExp;
  /** Files, or folders with a `/` at the end, in which the code may stand. */
  readonly only: readonly string[];
}

const chokepoints: readonly Chokepoint[] = [
  {
    what: "reads the host's text writer, which is for the review desk alone",
    code: /\.texts\b(?!\s*=[^=]|\.(?:now|live)\()|\{[^{}]*\btexts\b[^{}]*\}\s*=\s*[\w.]*host\b/i,
    only: ["packages/host/src/host-core.ts", "packages/host/src/review/", "packages/host/src/testing/"],
  },
  {
    what: "changes text in the review desk's stead",
    code: /(?<!server\.)\bdocuments\.(change|create|remove)\(/,
    only: ["editors/workbench/backend/src/page/testing/"],
  },
  {
    what: "changes text in the developer's stead",
    code: /\bdocuments\.push\(/,
    only: ["editors/workbench/backend/src/page/document-requests.ts"],
  },
  {
    what: "changes a document without its writer",
    code: /\bdocument\.(apply|takeDisk)\(|\bDocument\.restored\(/,
    only: ["editors/workbench/backend/src/documents.ts", "editors/workbench/backend/src/disk-side.ts"],
  },
  {
    what: "changes a document of VS Code without its writer",
    code: /\bapplyEdit\(/,
    only: ["editors/vscode/src/live-texts.ts", "editors/vscode/src/reviews/proposals.ts"],
  },
  {
    what: "decides in the developer's stead",
    code: /\bdecisions\b|\bnew Decisions\(/,
    only: [
      "packages/host/src/host-core.ts",
      "packages/host/src/testing/",
      "editors/workbench/backend/src/page/desk-reviews.ts",
      "editors/vscode/src/reviews/developer.ts",
    ],
  },
  {
    what: "tells agents of events past the hub",
    code: /["'`]ide\.event\./,
    only: [
      "packages/protocol/src/events.ts",
      "packages/host/src/",
      "packages/server/src/dialects/claude-events.ts",
      "editors/workbench/backend/src/events.ts",
      "editors/workbench/backend/src/workbench.ts",
      "editors/vscode/src/events.ts",
    ],
  },
  {
    what: "runs a handler without dispatch",
    code: /(?<!function )\bhandlerOf\(/,
    only: ["packages/host/src/dispatch.ts"],
  },
  {
    what: "opens a listener outside the gate",
    code: /\bcreateServer\(|\.on\(\s*["']upgrade["']/,
    only: ["packages/server/src/listener.ts", "packages/agent/src/testing/"],
  },
  {
    what: "takes WebSockets past the doors",
    code: /\bnew WebSocketServer\(|\.handleUpgrade\(/,
    only: [
      "packages/server/src/page-door.ts",
      "packages/server/src/mcp-ws/door.ts",
      "packages/server/src/clio/door.ts",
      "packages/agent/src/testing/",
    ],
  },
  {
    what: "vouches for a path without resolving it",
    code: /(?<!function )\bresolvedPath\(/,
    only: ["packages/workspace/src/paths.ts", "packages/host/src/testing/"],
  },
];

/** Complaints about code that goes round a chokepoint. */
function checkChokepoints(sources: FileMap): string[] {
  return [...sources].flatMap(([path, text]) =>
    chokepoints
      .filter(({ only }) => !only.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place)))
      .filter(({ code }) => code.test(withoutComments(text)))
      .map(({ what }) => `${path} ${what}`),
  );
}

it("nothing goes round a chokepoint", () => {
  expect(checkChokepoints(readFiles((path) => isSource(path) && !isTest(path)))).toEqual([]);
});

it.each([
  ["cli/src/a.ts", "await host.texts.change([{ path, plan }], agent);", "text writer"],
  ["cli/src/a.ts", "const { name, texts } = core.host;", "text writer"],
  ["editors/workbench/backend/src/a.ts", "await documents.change([{ path, plan }], agent);", "desk's stead"],
  ["editors/workbench/backend/src/a.ts", "await this.#documents.remove(path);", "desk's stead"],
  ["editors/workbench/backend/src/a.ts", "documents.push(document, version, updates);", "developer's stead"],
  ["editors/workbench/backend/src/a.ts", "document.apply(update);", "without its writer"],
  ["editors/vscode/src/menu.ts", "await workspace.applyEdit(edit);", "without its writer"],
  ["packages/host/src/handlers/review.ts", "await scope.decisions.decideReview(id);", "decides"],
  ["packages/server/src/mcp.ts", "const { decisions } = core;", "decides"],
  ["cli/src/a.ts", "new Decisions({ texts, reviews });", "decides"],
  ["packages/server/src/mcp.ts", 'server.notify("ide.event.fileSaved", payload);', "past the hub"],
  ["packages/server/src/mcp.ts", "handlerOf(tool)(capability, input, scope);", "without dispatch"],
  ["packages/server/src/mcp.ts", "const server = http.createServer(onRequest);", "outside the gate"],
  ["editors/vscode/src/a.ts", 'server.on("upgrade", onUpgrade);', "outside the gate"],
  ["packages/server/src/mcp.ts", "new WebSocketServer({ port: 0 });", "past the doors"],
  ["packages/workspace/src/file.ts", "return resolvedPath({ path, root, relative });", "without resolving"],
])("in %s, %j is reported", (path, text, complaint) => {
  expect(checkChokepoints(new Map([[path, text]]))).toEqual([expect.stringContaining(complaint)]);
});

it.each([
  ["packages/host/src/host-core.ts", "new ReviewDesk(host.texts);"],
  ["packages/host/src/review/review-desk.ts", "this.#texts = texts; this.#texts.change(path);"],
  ["packages/host/src/handlers/index.ts", "export function handlerOf(tool: AnyTool): AnyHandler {}"],
  ["packages/host/src/testing/memory-host.ts", "resolvedPath({ path, root, relative }); this.texts = writer;"],
  ["packages/host/src/a.ts", "/** Never call createServer( here. */\n// nor host.texts"],
])("in %s, %j is not", (path, text) => {
  expect(checkChokepoints(new Map([[path, text]]))).toEqual([]);
});
