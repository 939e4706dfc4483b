/** What every text editor of the page can do. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, type Text } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { farEnds } from "./far-end.js";
import { flashes } from "./flash.js";
import { showHidden } from "./hidden.js";
import { reviewInText } from "./review-field.js";
import { limitSize } from "./size.js";
import { theme } from "./theme.js";

/** Takes the language once it is loaded. */
export const language = new Compartment();

/** Label: what screen readers call the text. */
export function textEditor(label: string, text: Text): Extension {
  return [
    lineNumbers(),
    foldGutter({ markerDOM: foldMarker }),
    reviewInText(),
    codeFolding(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    crosshairCursor(),
    indentOnInput(),
    indentUnit.of(indentOf(text)),
    farEnds(),
    highlightSelectionMatches(),
    search({ top: true }),
    flashes,
    limitSize(),
    showHidden(),
    theme(),
    language.of([]),
    EditorView.contentAttributes.of({ "aria-label": label }),
    keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap, indentWithTab]),
  ];
}

/** What the first indented lines are indented with. */
function indentOf(text: Text): string {
  const last = Math.min(text.lines, 200);
  for (let number = 1; number <= last; number++) {
    const indent = /^(\t| {2,8})(?=\S)/.exec(text.line(number).text)?.[1];
    if (indent && (indent === "\t" || indent.length % 2 === 0)) return indent;
  }
  return "  ";
}

function foldMarker(open: boolean): HTMLElement {
  const marker = document.createElement("span");
  marker.className = open ? "open" : "closed";
  marker.title = open ? "Fold" : "Unfold";
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 10 10");
  icon.setAttribute("width", "10");
  icon.setAttribute("height", "10");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", open ? "M2 3l3 4 3-4" : "M3 2l4 3-4 3");
  path.setAttribute("fill", "none");
  path.setAttribute("stroke", "currentColor");
  path.setAttribute("stroke-width", "1.5");
  icon.append(path);
  marker.append(icon);
  return marker;
}
