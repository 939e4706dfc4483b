/** Characters that cannot be seen or that turn the direction of text: they can make code look other than it is. */
import type { Extension } from "@codemirror/state";
import { highlightSpecialChars } from "@codemirror/view";

const ranges =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f" +
  "\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff9-\\ufffc\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
/** Belongs to an emoji, or to a digit in a box; anywhere else it can be seen by nobody. */
const emojiStyle = "(?<!\\p{Extended_Pictographic}|[0-9#*](?=\\ufe0f\\u20e3))\\ufe0f";
const hidden = new RegExp(`[${ranges}]|${emojiStyle}`, "gu");

const names: Readonly<Record<number, string>> = {
  0: "NUL",
  27: "ESC",
  173: "SHY",
  1564: "ALM",
  8203: "ZWSP",
  8204: "ZWNJ",
  8205: "ZWJ",
  8206: "LRM",
  8207: "RLM",
  8232: "LS",
  8233: "PS",
  8234: "LRE",
  8235: "RLE",
  8236: "PDF",
  8237: "LRO",
  8238: "RLO",
  8288: "WJ",
  8294: "LRI",
  8295: "RLI",
  8296: "FSI",
  8297: "PDI",
  65279: "BOM",
};

export function countHidden(text: string): number {
  return text.match(hidden)?.length ?? 0;
}

/** A short label: the usual abbreviation, else the code point. */
export function hiddenLabel(code: number): string {
  return names[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Shows each as a labelled chip. */
export function showHidden(): Extension {
  return highlightSpecialChars({
    specialChars: hidden,
    render(code, description) {
      const chip = document.createElement("span");
      chip.className = "hidden-character";
      chip.textContent = hiddenLabel(code);
      chip.title = description ?? `Hidden character ${hiddenLabel(code)}`;
      chip.setAttribute("aria-label", chip.title);
      return chip;
    },
  });
}
