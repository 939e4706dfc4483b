/**
 * The window file: what a running host tells the programs of the same user about itself.
 * One JSON file per window, `<id>.json`, mode 0600, in the windows folder of Tandem's home.
 */
import * as z from "zod";

export const windowFileSchema = z.object({
  /** Random, new at every start. */
  id: z.string().min(8).max(64),
  pid: z.int().min(1),
  /** Wall-clock start, milliseconds since the epoch. */
  startedAt: z.int().min(0),
  /** What to call the host, for people. */
  name: z.string().max(200),
  version: z.string().max(50),
  /** Real paths of the folders that are open. */
  roots: z.array(z.string()).max(100),
  urls: z.object({
    mcp: z.url(),
    /** MCP over WebSockets, for the dialects of the lock files. */
    ws: z.url().optional(),
    /** Messages of Clio's. */
    clio: z.url().optional(),
    /** The link to the page, its secret in the fragment; for the developer alone. */
    page: z.url().optional(),
  }),
  /** What is spoken through the doors. */
  dialects: z.array(z.string().max(50)).max(20).optional(),
  /** Honoured as `Authorization: Bearer`; required if the window demands it. */
  token: z.string().min(32).max(200),
});

export type WindowFile = z.infer<typeof windowFileSchema>;

/** Largest window file a reader takes, in bytes. */
export const MAX_WINDOW_FILE_BYTES = 65_536;

/** Overrides Tandem's home folder. */
export const HOME_VARIABLE = "TANDEM_HOME";
/** Gives a starting window its token. */
export const TOKEN_VARIABLE = "TANDEM_TOKEN";

/** Folder, below Tandem's home, that holds the window files. */
export const WINDOWS_FOLDER = "windows";

/** Tandem's home: `$TANDEM_HOME`, else `$XDG_STATE_HOME/tandem`, else `~/.local/state/tandem`. */
export function tandemHome(environment: Readonly<Record<string, string | undefined>>, homeFolder: string): string {
  const own = environment[HOME_VARIABLE];
  if (own) return own;
  const state = environment["XDG_STATE_HOME"];
  return state?.startsWith("/") ? `${state}/tandem` : `${homeFolder}/.local/state/tandem`;
}

/** The port that is tried first. */
export const DEFAULT_PORT = 4322;
