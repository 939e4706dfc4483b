/** What a requirement is, and the doors and hosts it can name. */

export const doors = ["memory", "session", "stateless"] as const;
/** `memory`: a linked pair; `session`: HTTP by `initialize`; `stateless`: HTTP of protocol version 2026-07-28. */
export type Door = (typeof doors)[number];

export const hostKinds = ["memory", "workbench"] as const;
/** The workbench opens its HTTP doors itself and has no linked pair. */
export type HostKind = (typeof hostKinds)[number];

export interface RequirementGroup {
  /** Document and section. */
  readonly source: string;
  readonly doors: readonly Door[];
  readonly hosts: readonly HostKind[];
  /** Id → what has to hold, in one sentence. */
  readonly behaviours: Readonly<Record<string, string>>;
}

export interface Requirement {
  readonly id: string;
  readonly source: string;
  readonly behaviour: string;
  readonly doors: readonly Door[];
  readonly hosts: readonly HostKind[];
  /** True: promised for later, without a test. */
  readonly planned: boolean;
}
