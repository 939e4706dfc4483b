/** The mode, for those who ask at every call: the settings are looked at only when they have changed. */
import type { Mode } from "@tandem/host";
import { Disposable, workspace } from "vscode";
import { currentMode } from "./settings.js";

export class FollowedMode {
  #mode = currentMode();
  readonly #subscription = Disposable.from(
    workspace.onDidChangeConfiguration(() => this.#look()),
    workspace.onDidGrantWorkspaceTrust(() => this.#look()),
  );

  get now(): Mode {
    return this.#mode;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #look(): void {
    this.#mode = currentMode();
  }
}
