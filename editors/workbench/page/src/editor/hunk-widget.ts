/** Where a hunk's panel lives in the text. The panel follows the hunk's model by itself, so the widget never changes. */

import { type EditorView, GutterMarker, WidgetType } from "@codemirror/view";
import { effect } from "@preact/signals";
import type { HunkModel } from "./hunk-model.js";
import { mountHunkPanel } from "./hunk-panel.js";

const LINE_PX = 20;
const BUTTONS_PX = 28;
const unmounts = new WeakMap<HTMLElement, () => void>();

export class HunkWidget extends WidgetType {
  readonly model: HunkModel;

  constructor(model: HunkModel) {
    super();
    this.model = model;
  }

  override eq(other: HunkWidget): boolean {
    return other.model === this.model;
  }

  override get estimatedHeight(): number {
    return this.model.lines.peek() * LINE_PX + BUTTONS_PX;
  }

  override toDOM(view: EditorView): HTMLElement {
    const place = document.createElement("div");
    const unmount = mountHunkPanel(place, this.model, view);
    unmounts.set(place, unmount);
    return place;
  }

  override destroy(place: HTMLElement): void {
    unmounts.get(place)?.();
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

class Signs extends GutterMarker {
  readonly #model: HunkModel;
  #stop: (() => void) | undefined;

  constructor(model: HunkModel) {
    super();
    this.#model = model;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Signs && other.#model === this.#model;
  }

  override toDOM(): Node {
    const column = document.createElement("div");
    column.className = "cm-plus";
    this.#stop = effect(() => {
      column.textContent = Array.from({ length: this.#model.lines.value }, () => "+").join("\n");
    });
    return column;
  }

  override destroy(): void {
    this.#stop?.();
  }
}

const signs = new WeakMap<HunkModel, Signs>();

/** A + beside every proposed line. */
export function hunkSigns(model: HunkModel): GutterMarker {
  const known = signs.get(model) ?? new Signs(model);
  signs.set(model, known);
  return known;
}
