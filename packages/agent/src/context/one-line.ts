/** Foreign text that goes into a prompt, a list or a terminal's line. */

/** Longest item, in characters. */
const MAX_ITEM = 200;

/** On one line, without control, format and half characters, and no longer than 200. A clean text stays as it is. */
export function oneLine(text: string): string {
  const clean = text
    .replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, "")
    .trim();
  return cut(clean, MAX_ITEM);
}

/** At most so many characters (code points); `...` at the end if it had more. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 3).join("")}...`;
}
