import type { Completable } from "./completion.js";
import type { ShellScope } from "./shell-scope.js";

export interface ShellCommand extends Completable {
  /** What stands after the name. */
  readonly usage?: string;
  readonly help: string;
  /** It may be given while another one waits. */
  readonly anytime?: boolean;
  /** `rest` is what was typed after the name. What it throws is shown. */
  readonly run: (shell: ShellScope, rest: string, signal: AbortSignal) => void | Promise<void>;
}
