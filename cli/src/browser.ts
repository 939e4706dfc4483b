/** Opens a link in the developer's browser, where there is one. */
import { spawn } from "node:child_process";

/** Never fails: whoever has no browser here has the link. */
export function openBrowser(url: string): void {
  if (!process.stdout.isTTY || process.env["SSH_CONNECTION"] || process.env["CI"]) return;
  const command = commandFor(process.platform, process.env);
  if (!command) return;
  const child = spawn(command, [url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

function commandFor(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | undefined {
  if (platform === "darwin") return "open";
  if (platform === "win32") return "explorer";
  return environment["DISPLAY"] || environment["WAYLAND_DISPLAY"] ? "xdg-open" : undefined;
}
