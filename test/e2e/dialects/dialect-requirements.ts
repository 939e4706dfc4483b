/**
 * What is promised to the agents of the WebSocket doors, as data: one id for every behaviour, its source, and the hosts
 * on which it has to hold. Every id is cited by a test of this folder; `coverage.test.ts` sees to it.
 * What is promised of the extension of VS Code is in `test/vscode/requirements.ts`.
 */
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

export interface DialectRequirement {
  readonly id: string;
  readonly source: string;
  readonly behaviour: string;
  readonly hosts: readonly HostKind[];
  readonly planned: boolean;
}

export const dialectRequirements: readonly DialectRequirement[] = built.flatMap(({ source, hosts, behaviours }) =>
  Object.entries(behaviours).map(([id, behaviour]) => ({ id, behaviour, source, hosts, planned: false })),
);
