/** Who is connected, and what they have lately done. */
import { computed, signal } from "@preact/signals";
import type { ActivityEntry, AgentView } from "@tandem/workbench-shared";

export const agents = signal<readonly AgentView[]>([]);
/** As told; the newest first is how it is shown. */
export const activity = signal<readonly ActivityEntry[]>([]);
export const connectedAgents = computed(() => agents.value.filter(({ connected }) => connected));
