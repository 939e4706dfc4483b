/** What a caller says beside its input: that it wants to hear of progress, and its own name for what it proposes. */
import type { Call } from "@tandem/host";
import { PROPOSAL_KEY } from "@tandem/protocol";

export interface ProgressMessage {
  readonly method: "notifications/progress";
  readonly params: { readonly progressToken: string | number; readonly progress: number; readonly message: string };
}

const MAX_KEY_LENGTH = 200;

export function wishesOf(
  meta: Readonly<Record<string, unknown>> | undefined,
  notify: (message: ProgressMessage) => void,
): Pick<Call, "progress" | "key"> {
  if (!meta) return {};
  const progressToken = meta["progressToken"];
  const key = meta[PROPOSAL_KEY];
  let progress = 0;
  return {
    ...((typeof progressToken === "string" || typeof progressToken === "number") && {
      progress: (message: string) =>
        void notify({ method: "notifications/progress", params: { progressToken, progress: ++progress, message } }),
    }),
    ...(typeof key === "string" && key.length <= MAX_KEY_LENGTH && { key }),
  };
}
