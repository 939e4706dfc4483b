/** Which pages have the keyboard: the window has the focus as long as one of them has it. */
import type { View } from "../view.js";
import type { AskingPage } from "./handlers.js";

export class Focus {
  readonly #view: View;
  readonly #focused = new Set<AskingPage>();

  constructor(view: View) {
    this.#view = view;
  }

  /** False also for a page that is gone. */
  set(page: AskingPage, focused: boolean): void {
    if (focused) this.#focused.add(page);
    else this.#focused.delete(page);
    this.#view.setFocus(this.#focused.size > 0);
  }
}
