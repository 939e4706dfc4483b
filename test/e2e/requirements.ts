/**
 * What is promised, as data: one id for every behaviour, where it is promised, and where it has to hold.
 * Every id of this file, of `tool-requirements.ts` and of `review-requirements.ts` is cited by a test of `scenarios/`;
 * `coverage.test.ts` sees to it. What is promised for later stands in `planned-requirements.ts`, what is promised to the
 * agents of the WebSocket doors in `dialects/dialect-requirements.ts`, and to the developer in `../page/requirements.ts`.
 */
import { planned } from "./planned-requirements.js";
import { doors, hostKinds, type Requirement, type RequirementGroup } from "./requirement.js";
import { reviewRequirements } from "./review-requirements.js";
import { toolRequirements } from "./tool-requirements.js";

const http = ["session", "stateless"] as const;
const session = ["session"] as const;
const stateless = ["stateless"] as const;
const memory = ["memory"] as const;
const workbench = ["workbench"] as const;

const general = [
  {
    source: "oxide §2 MCP Server",
    doors: http,
    hosts: hostKinds,
    behaviours: {
      "connection:endpoint": "An agent that knows nothing but http://127.0.0.1:<port>/mcp connects and calls a tool.",
      "connection:localhost": "The endpoint is reached by the name localhost as well.",
      "connection:no-credentials": "No token, header or secret is asked for.",
      "connection:loopback-only": "No address of the machine but the loopback ones answers on the port.",
      "connection:lifecycle": "The server answers from the host's start to its close, and nothing listens afterwards.",
    },
  },
  {
    source: "oxide §2 MCP Server",
    doors,
    hosts: hostKinds,
    behaviours: {
      "connection:tools-are-discovered": "A client learns of every tool by tools/list alone.",
      "connection:agent-leaves": "When an agent goes away, tabs, unsaved text and the other agents stay as they were.",
      "connection:many-agents": "Several agents work on the same editor at once and see each other's edits.",
    },
  },
  {
    source: "oxide §2 MCP Server",
    doors: session,
    hosts: memory,
    behaviours: {
      "connection:default-port":
        "Port 4322 is taken if it is free, else a later one, and the window says that it moved.",
    },
  },
  {
    source: "design §4 Doors",
    doors: http,
    hosts: memory,
    behaviours: {
      "connection:token-honoured": "The window's token is accepted, and a wrong one is refused with 401.",
      "connection:token-on-demand": "A window that demands its token refuses an agent without one.",
      "connection:window-file": "The window file, 0600, tells url, roots, pid and token, and is gone after the close.",
      "connection:eras-side-by-side": "Agents of both eras use one endpoint at the same time.",
    },
  },
  {
    source: "design §4 Doors",
    doors: session,
    hosts: memory,
    behaviours: {
      "connection:initialize-versions":
        "initialize agrees on each of 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05.",
      "connection:initialize-newer": "initialize that asks for 2026-07-28 is offered 2025-11-25.",
      "connection:session-id": "A session id is given by initialize; a missing one is 400, an unknown one 404.",
      "connection:session-stream": "GET opens the session's event stream; a second one at once is refused.",
      "connection:session-delete": "DELETE ends the session and its stream; its id is unknown afterwards.",
      "connection:version-header-optional":
        "Requests without MCP-Protocol-Version, or with another known one, are served.",
      "connection:unknown-before-initialize":
        "An unknown method without a session is a JSON-RPC error on HTTP 400, at once.",
    },
  },
  {
    source: "design §4 Doors",
    doors: stateless,
    hosts: memory,
    behaviours: {
      "connection:discover": "server/discover tells the versions, the server and its instructions.",
      "connection:listen": "subscriptions/listen opens an event stream that begins with its acknowledgement.",
      "connection:no-session": "No session id is given or needed.",
    },
  },
  {
    source: "oxide §3 Naming Convention",
    doors,
    hosts: memory,
    behaviours: {
      "tools:namespace": "Every tool is named ide.<domain>.<operation>, with a domain of the table.",
      "tools:described": "Every tool has a description and closed schemas for what goes in and what comes out.",
    },
  },
  {
    source: "design §4 Doors and §3 Map",
    doors,
    hosts: memory,
    behaviours: {
      "tools:order": "tools/list is complete and the same, in the same order, for every agent and every time.",
      "tools:annotations": "The annotations of a tool follow from its effect.",
      "tools:instructions": "The instructions say what to prefer, in fewer than 1,500 characters.",
      "tools:underscores-listed": "claude-code is shown names with underscores, other clients names with dots.",
      "tools:underscores-called": "A call is understood in both spellings, whoever calls.",
      "tools:text-and-structure": "A result is there twice: as structure, and as text that holds the same JSON.",
      "tools:fits-schema": "Each tool's structured result fits the output schema that is listed for it.",
      "tools:absent-capability": "A tool that the host cannot do is not listed and answers NOT_SUPPORTED.",
    },
  },
  {
    source: "oxide §9 Tool Invocation Errors",
    doors,
    hosts: hostKinds,
    behaviours: {
      "errors:shape": "An error is a result with isError whose text is JSON: { error: { code, message, hint } }.",
      "errors:text": "The word error is in the text, and no structure that does not fit the output schema.",
      "errors:FILE_NOT_FOUND": "A file that does not exist, or is a directory, is FILE_NOT_FOUND.",
      "errors:FILE_NOT_OPEN": "What needs an open tab and has none is FILE_NOT_OPEN.",
      "errors:RANGE_INVALID": "Lines out of bounds are RANGE_INVALID, in every tool that takes lines.",
    },
  },
  {
    source: "oxide §9 Tool Invocation Errors",
    doors: http,
    hosts: workbench,
    behaviours: {
      "errors:LSP_NOT_READY": "Where no language server can answer, the answer is LSP_NOT_READY and says to try again.",
      "errors:NO_WORKSPACE": "When the folder is gone, calls answer NO_WORKSPACE and the server lives on.",
    },
  },
  {
    source: "oxide §9 MCP Server Unavailable",
    doors: http,
    hosts: memory,
    behaviours: {
      "errors:server-gone": "An agent that calls after the editor has ended is refused at once and does not hang.",
    },
  },
  {
    source: "design §4 Doors (errors)",
    doors,
    hosts: hostKinds,
    behaviours: {
      "errors:unknown-tool": "An unknown tool is JSON-RPC error -32602 that carries code, message and hint.",
      "errors:INVALID_INPUT":
        "Wrong types, missing or unknown fields and relative paths are INVALID_INPUT that names them.",
      "errors:OUTSIDE_WORKSPACE": "A path outside the workspace folder is OUTSIDE_WORKSPACE, whether it exists or not.",
      "errors:life-goes-on": "After errors of every kind the same connection serves the next call.",
    },
  },
  {
    source: "design §4 Doors (errors)",
    doors,
    hosts: memory,
    behaviours: {
      "errors:NOT_ALLOWED": "In read-only mode edits and saves are NOT_ALLOWED, reading and navigating go on.",
      "errors:closed-table": "Every error that a tool names is in the closed table, and each has a meaning and a hint.",
    },
  },
  {
    source: "oxide §10 Versioning",
    doors,
    hosts: hostKinds,
    behaviours: {
      "versioning:reported": "The server reports version 0.1.0 of the toolbox when an agent connects.",
      "versioning:phase-1": "Version 0.1.0 has the eight tools of phase 1.",
      "versioning:missing-tools":
        "A tool of a later version is not listed, and calling it is an error and not a hang-up.",
    },
  },
] as const satisfies readonly RequirementGroup[];

const built = [...general, ...toolRequirements, ...reviewRequirements] as const;

type KeyOf<T> = T extends T ? keyof T & string : never;
/** Ids that a test can cite. */
export type RequirementId = KeyOf<(typeof built)[number]["behaviours"]>;

export const requirements: readonly Requirement[] = [
  ...built.flatMap(({ behaviours, ...group }) =>
    Object.entries(behaviours).map(([id, behaviour]) => ({ id, behaviour, ...group, planned: false })),
  ),
  ...planned.flatMap(({ source, behaviours }) =>
    Object.entries(behaviours).map(([id, behaviour]) => ({
      id,
      behaviour,
      source,
      doors: [],
      hosts: [],
      planned: true,
    })),
  ),
];
