/** Stands for the lines in the middle of many that go, until the developer wants to see them. */
import { type EditorView, WidgetType } from "@codemirror/view";

const HEIGHT_PX = 24;

export class FoldWidget extends WidgetType {
  readonly #count: number;
  readonly #open: (view: EditorView) => void;

  constructor(count: number, open: (view: EditorView) => void) {
    super();
    this.#count = count;
    this.#open = open;
  }

  override eq(other: FoldWidget): boolean {
    return other.#count === this.#count;
  }

  override get estimatedHeight(): number {
    return HEIGHT_PX;
  }

  override toDOM(view: EditorView): HTMLElement {
    const place = document.createElement("div");
    place.className = "cm-removed cm-folded-lines";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${this.#count.toLocaleString("en")} more lines go`;
    button.title = "Show them";
    button.onclick = () => this.#open(view);
    place.append(button);
    return place;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
