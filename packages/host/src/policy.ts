/** Effect × mode → what happens to a call. The mode is the developer's; nothing an agent sends can change it. */
import type { Effect } from "@tandem/protocol";

export const modes = ["review", "trust", "read-only"] as const;
export type Mode = (typeof modes)[number];

/** `review`: the developer decides the change; `ask`: the developer allows the agent, once per group. */
export type Decision = "allow" | "review" | "ask" | "refuse";

const table: Record<Effect, Record<Mode, Decision>> = {
  read: { review: "allow", trust: "allow", "read-only": "allow" },
  navigate: { review: "allow", trust: "allow", "read-only": "allow" },
  adjust: { review: "allow", trust: "allow", "read-only": "refuse" },
  propose: { review: "review", trust: "allow", "read-only": "refuse" },
  act: { review: "ask", trust: "allow", "read-only": "refuse" },
};

export function decide(effect: Effect, mode: Mode): Decision {
  return table[effect][mode];
}
