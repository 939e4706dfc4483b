/** Tells the backend whether the developer is in this page or elsewhere. */
import { request } from "./backend.js";

/** To be called after every connect. */
export function tellFocus(focused = document.hasFocus()): void {
  request("setFocus", { focused }).catch(() => undefined);
}

export function watchFocus(): void {
  addEventListener("focus", () => tellFocus(true));
  addEventListener("blur", () => tellFocus(false));
}
