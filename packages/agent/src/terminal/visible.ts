/** Foreign text for a terminal: nothing in it steers the terminal, and nothing in it is hidden. */

/** Longest line that is shown whole, in characters. */
const MAX_LINE = 2000;

/** One line; tabs become blanks, control and hidden characters become marks that can be seen. */
export function visibleLine(line: string): string {
  const shown = line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line;
  const rest = line.length - shown.length;
  const visible = shown
    .replaceAll("\t", "    ")
    .replace(/\p{Cc}/gu, (control) => picture(control.codePointAt(0) ?? 0))
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, (hidden) => named(hidden.codePointAt(0) ?? 0));
  return rest === 0 ? visible : `${visible} … ${rest} more characters`;
}

/** The picture that Unicode has for it, or its number. */
function picture(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : named(code);
}

function named(code: number): string {
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
