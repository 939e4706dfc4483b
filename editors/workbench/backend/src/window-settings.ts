/** The settings that the developer changes while the window is open. They begin as the settings file says. */
import type { PageSettings } from "@tandem/workbench-shared";
import type { SettingsForPage } from "./page/parts.js";

export class WindowSettings implements SettingsForPage {
  #settings: PageSettings;
  readonly #listeners = new Set<() => void>();

  constructor(settings: PageSettings) {
    this.#settings = settings;
  }

  current(): PageSettings {
    return this.#settings;
  }

  async change({ mode, saveOnAccept }: Parameters<SettingsForPage["change"]>[0]): Promise<void> {
    this.#settings = {
      mode: mode ?? this.#settings.mode,
      saveOnAccept: saveOnAccept ?? this.#settings.saveOnAccept,
    };
    for (const listener of [...this.#listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
