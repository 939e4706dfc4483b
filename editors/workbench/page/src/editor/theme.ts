/** The editor's look, in the page's tokens. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const surface = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--ground)", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { font: "13px/20px var(--mono)", lineHeight: "var(--code-line)" },
  ".cm-content": { caretColor: "var(--text)", padding: "2px 0 40px" },
  ".cm-line": { padding: "0 12px 0 6px" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-content ::selection": { backgroundColor: "var(--selection)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 55%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--faint)", border: "none" },
  ".cm-lineNumbers": { fontSize: "var(--small)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "44px", padding: "0 6px 0 12px" },
  ".cm-foldGutter .cm-gutterElement": { width: "12px", cursor: "pointer", color: "var(--faint)" },
  ".cm-foldGutter .open": { opacity: "0" },
  ".cm-gutters:hover .cm-foldGutter .open": { opacity: "1" },
  ".cm-foldPlaceholder": { background: "var(--sunken)", border: "1px solid var(--line)", color: "var(--quiet)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    boxShadow: "inset 0 0 0 1px var(--edge)",
    borderRadius: "2px",
  },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--selection) 55%, transparent)" },
  ".cm-searchMatch": { backgroundColor: "var(--found)" },
  ".cm-searchMatch-selected": { boxShadow: "inset 0 0 0 1px var(--warn)" },
  ".cm-specialChar": { color: "var(--warn)" },
  ".cm-flash": {
    boxShadow: "inset 3px 0 0 var(--agent)",
    animation: "cm-flash var(--flash) ease-out forwards",
  },
  "@keyframes cm-flash": {
    "0%, 40%": { backgroundColor: "color-mix(in srgb, var(--agent) 20%, transparent)" },
    "100%": { backgroundColor: "transparent" },
  },
});

const parts = EditorView.theme({
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", font: "var(--ui)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "6px 32px 6px 12px", fontSize: "var(--small)" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { fontSize: "inherit" },
  ".cm-panel.cm-search label": {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    marginRight: "8px",
    verticalAlign: "middle",
  },
  ".cm-panel input.cm-textfield": { background: "var(--sunken)", border: "1px solid var(--edge)", padding: "2px 6px" },
  ".cm-panel .cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
    padding: "0 8px",
  },
  ".cm-panel button[name=close], .cm-dialog-close": { color: "var(--quiet)", fontSize: "16px" },
  ".cm-panel.cm-dialog": { padding: "6px 12px", fontSize: "var(--small)" },
  ".cm-panel.cm-dialog label, .cm-panel.cm-dialog input, .cm-panel.cm-dialog button": { fontSize: "inherit" },
  ".cm-tooltip": {
    width: "max-content",
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow)",
    maxWidth: "min(560px, 80vw)",
  },
  ".cm-diagnostic": { font: "var(--ui)", whiteSpace: "pre-wrap", padding: "4px 10px" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  ".cm-diagnostic-info, .cm-diagnostic-hint": { borderLeft: "3px solid var(--accent)" },
  ".cm-lintRange": { backgroundImage: "none", textDecorationSkipInk: "none", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad) 1px" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--warn) 1px" },
  ".cm-lintRange-info, .cm-lintRange-hint": { textDecoration: "underline dotted var(--accent) 1px" },
});

const review = EditorView.theme({
  ".cm-signs": { width: "20px", textAlign: "center" },
  ".cm-removed, .cm-removed.cm-activeLine, .cm-removed.cm-activeLineGutter": { backgroundColor: "var(--removed)" },
  ".cm-signs .cm-removed": { color: "var(--bad)" },
  ".cm-removed-mark": { backgroundColor: "var(--removed-mark)", borderRadius: "2px" },
  ".cm-added-mark": { backgroundColor: "var(--added-mark)", borderRadius: "2px" },
  ".cm-signs .cm-plus": { color: "var(--good)", whiteSpace: "pre" },
  ".cm-gutterElement.cm-added": { background: "linear-gradient(var(--added) calc(100% - 28px), transparent)" },
  ".cm-hunk .cm-editor": { backgroundColor: "transparent", height: "auto" },
  ".cm-hunk .cm-content": { padding: "0" },
  "&.cm-nothing-yet > .cm-scroller > .cm-content > .cm-line, &.cm-nothing-yet .cm-lineNumbers": {
    visibility: "hidden",
  },
});

const sides = EditorView.theme({
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--removed)" },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": { backgroundColor: "var(--added)" },
  "&.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText": { background: "none" },
  "&.cm-merge-a .cm-changedLineGutter": { background: "var(--bad)" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--good)" },
  ".cm-collapsedLines": {
    background: "var(--raised)",
    color: "var(--quiet)",
    borderBlock: "1px solid var(--line)",
    padding: "1px 6px",
    font: "var(--ui)",
    fontSize: "var(--small)",
  },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: "'···'" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self], color: "var(--keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: "var(--number)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--comment)" },
  {
    tag: [
      tags.typeName,
      tags.className,
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.labelName,
    ],
    color: "var(--name)",
  },
  { tag: [tags.tagName, tags.heading, tags.definition(tags.function(tags.variableName))], color: "var(--name)" },
  { tag: [tags.attributeName, tags.url], color: "var(--number)" },
  { tag: tags.link, color: "var(--name)", textDecoration: "underline" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: tags.deleted, color: "var(--bad)" },
  { tag: tags.inserted, color: "var(--good)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

/** Style elements carry the nonce that the page's security policy asks for. */
export function theme(): Extension {
  const nonce = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
  return [surface, parts, review, sides, syntaxHighlighting(colours), nonce ? EditorView.cspNonce.of(nonce) : []];
}
