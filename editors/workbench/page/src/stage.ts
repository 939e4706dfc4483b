/** The page's texts, and what happens when they move. */
import { gotoLine, openSearchPanel } from "@codemirror/search";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import type { Position, Range } from "@tandem/protocol";
import { hunkRequest } from "./actions/decide.js";
import { report, request } from "./backend.js";
import { Buffers, type DocumentMessage } from "./editor/buffers.js";
import { endFlashes, flashLines } from "./editor/flash.js";
import type { Placed } from "./editor/hunks.js";
import { offsetOf, underline } from "./editor/lint.js";
import { Look } from "./editor/look.js";
import { showReview } from "./editor/place-reviews.js";
import { placedHunks } from "./editor/review-field.js";
import { Sync } from "./editor/sync.js";
import { caret, noteTyping } from "./state/caret.js";
import { diagnostics } from "./state/diagnostics.js";

const FLASH_MS = 1600;
const FOCUS_FRAMES = 10;
const TALL_LINES = 8;
/** Near the top, with a few lines above it. */
const TALL = { y: "start", yMargin: 60 } as const;

export const buffers = new Buffers({ viewed, unsent: (file) => sync.push(file) });
export const sync = new Sync(buffers, request, report);
const look = new Look((at) => {
  request("lookAt", at).catch(() => undefined);
});

function viewed(file: string, update: ViewUpdate): void {
  const typed = update.transactions.some((one) =>
    ["input", "delete", "undo", "redo"].some((kind) => one.isUserEvent(kind)),
  );
  if (typed) noteTyping();
  if (update.docChanged || update.selectionSet) noteCaret(update);
  if (update.docChanged || update.selectionSet || update.viewportChanged || update.focusChanged) {
    if (buffers.isLive(file)) look.moved(file, update.view);
  }
}

function noteCaret({ state }: Pick<ViewUpdate, "state">): void {
  const { head, from, to } = state.selection.main;
  const line = state.doc.lineAt(head);
  caret.value = { line: line.number, column: head - line.from + 1, selected: to - from };
}

/** Brings a text on top; its review comes with it. */
export function showText(file: string): void {
  look.forget();
  buffers.show(file);
  const { view } = buffers;
  if (!view || !buffers.has(file)) return;
  noteCaret(view);
  showReview(buffers);
  serveHunkRequest();
  if (buffers.isLive(file)) look.moved(file, view);
}

const arrivals: { readonly file: string; readonly resolve: () => void }[] = [];

/** Resolves when this page has the text; at once if it does. */
export function textArrived(file: string): Promise<void> {
  if (buffers.isLive(file)) return Promise.resolve();
  return new Promise((resolve) => arrivals.push({ file, resolve }));
}

export function takeText(message: DocumentMessage): void {
  const { file } = message;
  buffers.take(message);
  sync.arrived(file);
  underlineText(file);
  if (buffers.shown === file) showText(file);
  for (const arrival of arrivals.filter((one) => one.file === file)) {
    arrivals.splice(arrivals.indexOf(arrival), 1);
    arrival.resolve();
  }
}

export function underlineText(file: string): void {
  const state = buffers.state(file);
  if (state) buffers.apply(file, underline(state, diagnostics.value.get(file) ?? []));
}

export function flashText(file: string, startLine: number, endLine: number, colour: string): void {
  const state = buffers.state(file);
  if (!state) return;
  buffers.apply(file, flashLines(state, { startLine, endLine, colour }));
  setTimeout(() => buffers.apply(file, endFlashes), FLASH_MS);
}

/** Puts the cursor there, because the developer asked. */
export function goTo(file: string, line: number, column: number): void {
  const { view } = buffers;
  if (!view || buffers.shown !== file) return;
  const anchor = offsetOf(view.state.doc, line, column);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  view.focus();
}

/** Because the developer asked for the text; after a dialog has given the keyboard back. */
export function focusText(): void {
  requestAnimationFrame(() => buffers.view?.focus());
}

export function openFind(): void {
  if (buffers.view && buffers.shown !== undefined) openSearchPanel(buffers.view);
}

export function openGoToLine(): void {
  if (buffers.view && buffers.shown !== undefined) gotoLine(buffers.view);
}

/** Moves the view, and the selection if there is one to show; the keyboard stays where it is. */
export function showPlace(file: string, line: number, select?: Range): void {
  const { view } = buffers;
  if (!view || buffers.shown !== file) return;
  const { doc } = view.state;
  const offset = ({ line, column }: Position) => offsetOf(doc, line, column);
  const selection = select && { anchor: offset(select.start), head: offset(select.end) };
  const effects = EditorView.scrollIntoView(offsetOf(doc, line, 1), { y: "center" });
  view.dispatch({ effects, ...(selection && { selection }) });
}

/** Serves `hunkRequest` once the hunk is in the text. */
export function serveHunkRequest(): void {
  const { view } = buffers;
  const asked = hunkRequest.peek();
  const hunk =
    view && placedHunks(view.state).find(({ model }) => model.review === asked?.review && model.hunk === asked.hunk);
  if (!view || !asked || !hunk) return;
  hunkRequest.value = undefined;
  view.dispatch({ effects: EditorView.scrollIntoView(hunk.from, isTall(hunk, view) ? TALL : { y: "center" }) });
  if (!asked.focus) return;
  focusPanel(view, hunk.model.key, FOCUS_FRAMES);
}

/** Its proposed lines would be out of sight if its first line stood in the middle. */
function isTall({ from, to }: Placed, { state: { doc } }: EditorView): boolean {
  return doc.lineAt(to).number - doc.lineAt(from).number > TALL_LINES;
}

/** The panel is drawn once the view has scrolled there, a few frames later. */
function focusPanel(view: EditorView, key: string, frames: number): void {
  const panel = view.dom.querySelector<HTMLElement>(`.cm-hunk-panel[data-key="${CSS.escape(key)}"]`);
  if (panel) panel.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusPanel(view, key, frames - 1));
}
