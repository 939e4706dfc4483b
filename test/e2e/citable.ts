/** Requirements that have tests of their own: one that shows that a requirement holds is named after it. */
import type { PlannedGroup } from "./planned-requirements.js";

type KeyOf<T> = T extends T ? keyof T & string : never;

export function citable<const Groups extends readonly PlannedGroup[]>(groups: Groups) {
  const requirements = groups.flatMap(({ source, behaviours }) =>
    Object.entries(behaviours).map(([id, behaviour]) => ({ id, source, behaviour, planned: false })),
  );
  /** The name of a test that shows that a requirement holds. */
  const cites = (id: KeyOf<Groups[number]["behaviours"]>) =>
    `${id}: ${requirements.find((requirement) => requirement.id === id)?.behaviour}`;
  return { requirements, cites };
}
