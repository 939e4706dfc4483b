/**
 * The developer's own settings. They come from the user's configuration folder and never from the workspace:
 * a repository must not be able to choose which programs run.
 */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { modes, savePolicies } from "@tandem/host";
import { globMatcher, languageNames } from "@tandem/workspace";
import * as z from "zod";

const language = z.string().refine((name) => languageNames.includes(name), {
  error: ({ input }) => `There is no language ${JSON.stringify(input)}. There are: ${languageNames.join(", ")}.`,
});

const pattern = z.string().refine(isPattern, {
  error: ({ input }) => `${JSON.stringify(input)} is not a pattern.`,
});

export const settingsSchema = z.strictObject({
  /** Language → command line of its server; an empty list switches the language off. */
  languageServers: z.record(language, z.array(z.string())).default({}),
  /** Glob patterns, relative to the folder, of what is never listed. */
  exclude: z.array(pattern).default([]),
  /** Further exact `Host` values to serve, for example of a container. */
  allowedHosts: z.array(z.string()).default([]),
  /** What happens to agents' proposals when a window opens. */
  mode: z.enum(modes).default("review"),
  /** Whether an accepted change is saved. */
  saveOnAccept: z.enum(savePolicies).default("never"),
  /** Refuse agents that do not send the window's token. */
  requireToken: z.boolean().default(false),
  /** Which agents' own ways are served beside ours; off where another editor's extension serves them already. */
  dialects: z
    .strictObject({
      nexus3: z.boolean().default(true),
      claude: z.boolean().default(true),
      clio: z.boolean().default(true),
    })
    .prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;

export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

export function settingsPath(environment = process.env): string {
  const base = environment["XDG_CONFIG_HOME"];
  return join(base?.startsWith("/") ? base : join(homedir(), ".config"), "tandem", "settings.json");
}

/** The defaults where there is no file. Throws `SettingsError` that names the file and the problem. */
export async function readSettings(path = settingsPath()): Promise<Settings> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return settingsSchema.parse({});
    throw new SettingsError(`${path} cannot be read: ${(error as Error).message}`);
  }
  return parseSettings(text, path);
}

export function parseSettings(text: string, path: string): Settings {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`${path} is not valid JSON: ${(error as Error).message}`);
  }
  const parsed = settingsSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new SettingsError(`${path}: ${z.prettifyError(parsed.error)}`);
}

function isPattern(text: string): boolean {
  try {
    globMatcher([text]);
    return true;
  } catch {
    return false;
  }
}
