/** Added lines as VS Code's Markdown can show them: on green, each blank where it was, nothing hidden. Pure. */

/** Lines that are shown at most; all of them are in the diff. */
const MAX_LINES = 200;
/** Longest line that is shown whole, in characters. */
const MAX_LENGTH = 1000;
/** Those that cannot be seen, or that turn the direction of text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

export function addedText(insert: string, tabSize: number): string {
  const all = insert.replace(/\n$/, "").split("\n");
  const lines = all.slice(0, MAX_LINES).map((line) => shownLine(line, tabSize));
  const width = Math.max(...lines.map(({ length }) => length));
  const green = lines.map((line) => escaped(line.padEnd(width + 1))).join("\n");
  const rest = all.length - lines.length;
  const more = rest === 0 ? "" : `\n\n${rest} more lines. *Show as diff* shows all.`;
  return `<pre>${colours.reduce((text, name) => on(name, text), green)}</pre>${more}`;
}

/** One over the other, as in a diff. */
const colours = ["diffEditor-insertedTextBackground", "diffEditor-insertedLineBackground"];

function on(colour: string, text: string): string {
  return `<span style="background-color:var(--vscode-${colour});">${text}</span>`;
}

function shownLine(line: string, tabSize: number): string {
  const cut = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} …` : line;
  return withoutTabs(cut, tabSize).replace(HIDDEN, (hidden) => `[${codePoint(hidden)}]`);
}

function withoutTabs(line: string, tabSize: number): string {
  let wide = "";
  for (const character of line) wide += character === "\t" ? " ".repeat(tabSize - (wide.length % tabSize)) : character;
  return wide;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
