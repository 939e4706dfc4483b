/**
 * What agents say of themselves and of what they do, fit for a status bar, a tab or a log: one line of at most `most`
 * characters, without any that would steer a terminal or turn the order of reading. A copy, so that it does not hold on
 * to the message that it came in.
 */
export function oneLine(text: string, most: number): string {
  const clean = text
    .slice(0, 4 * most)
    .replace(/\s+/g, " ")
    .replace(/\p{C}/gu, "")
    .trim();
  return Array.from(clean).slice(0, most).join("");
}
