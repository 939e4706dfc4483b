/**
 * What is promised to the agents of the WebSocket doors, as data: one id for every behaviour, its source, and the hosts
 * on which it has to hold. Every id is cited by a test of this folder; `coverage.test.ts` sees to it.
 */
import type { PlannedGroup } from "../planned-requirements.js";
import type { HostKind } from "../requirement.js";
import { claudeRequirements } from "./claude-requirements.js";
import { clioRequirements } from "./clio-requirements.js";
import { nexus3Requirements } from "./nexus3-requirements.js";

export interface DialectGroup {
  /** Document and section. */
  readonly source: string;
  readonly hosts: readonly HostKind[];
  /** Id → what has to hold, in one sentence. */
  readonly behaviours: Readonly<Record<string, string>>;
}

const built = [...nexus3Requirements, ...claudeRequirements, ...clioRequirements] as const;

type KeyOf<T> = T extends T ? keyof T & string : never;
/** Ids that a test can cite. */
export type DialectId = KeyOf<(typeof built)[number]["behaviours"]>;

/** What the documents ask of an extension of VS Code, or of terminals, which are not there yet. */
export const plannedDialects: readonly PlannedGroup[] = [
  {
    source: "nexus3 plan, VS Code Extension",
    behaviours: {
      "vscode:activation": "The extension starts its server when the window has started.",
      "vscode:diff-editor": "openDiff opens the native diff editor, the proposal on a scheme of its own.",
      "vscode:title-buttons": "Accept and reject are buttons in the title of a diff, and only there.",
      "vscode:tab-close": "Closing the diff's tab is a rejection.",
      "vscode:deactivation": "At the end of the window the lock file goes, then the server.",
      "vscode:selection": "The last selection is tracked by the editor's own event.",
    },
  },
  {
    source: "clio, Connection Discovery",
    behaviours: { "clio:terminal-variable": "CLIO_IDE_PORT is set in the window's own terminals." },
  },
];

export interface DialectRequirement {
  readonly id: string;
  readonly source: string;
  readonly behaviour: string;
  readonly hosts: readonly HostKind[];
  readonly planned: boolean;
}

export const dialectRequirements: readonly DialectRequirement[] = [
  ...built.flatMap(({ source, hosts, behaviours }) =>
    Object.entries(behaviours).map(([id, behaviour]) => ({ id, behaviour, source, hosts, planned: false })),
  ),
  ...plannedDialects.flatMap(({ source, behaviours }) =>
    Object.entries(behaviours).map(([id, behaviour]) => ({ id, behaviour, source, hosts: [], planned: true })),
  ),
];
