import { openBrowser } from "../browser.js";
import { CommandError, print, printJson } from "../output.js";
import { windowOf } from "../window.js";

export async function open(options: { folder?: string; browser: boolean; json?: boolean }): Promise<void> {
  const { urls, roots } = await windowOf(options.folder ?? process.cwd());
  const { page } = urls;
  if (page === undefined) throw new CommandError(`The window on ${roots.join(", ")} was started without a page.`);
  if (options.json) return printJson({ url: page });
  print(page);
  if (options.browser) openBrowser(page);
}
