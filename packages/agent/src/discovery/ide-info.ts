/** What a lock file tells of a window. */

/** What is spoken through a window's socket. */
export type DialectName = "nexus3" | "claude";

/** A window that an agent can connect to. */
export interface IdeInfo {
  /** Undefined where the editor does not tell. */
  readonly pid: number | undefined;
  readonly workspaceFolders: readonly string[];
  /** For people: "VS Code". */
  readonly ideName: string;
  /** Always `ws`. */
  readonly transport: string;
  /** Sent to this port and nowhere else. Empty where the editor asks for none. Not to be logged. */
  readonly authToken: string;
  readonly port: number;
  readonly lockPath: string;
  readonly dialect: DialectName;
  /** False if the folder of the lock does not tell the dialect: then the server's name decides. */
  readonly dialectCertain: boolean;
  /** The real path of the workspace folder that holds the agent's directory; undefined if the environment names the port. */
  readonly matchedFolder: string | undefined;
  /** When the lock was last written, in milliseconds since the epoch: at the start, or when the window got the focus. */
  readonly touchedAt: number;
}

/** Best first: the port that the environment names, the deepest folder, the newest focus. */
export function compareIdes(a: IdeInfo, b: IdeInfo): number {
  return rank(b) - rank(a) || b.touchedAt - a.touchedAt || a.port - b.port;
}

/** Whether nothing but the newest focus tells the two apart: a choice that the user may want to make. */
export function equallyGood(a: IdeInfo, b: IdeInfo): boolean {
  return rank(a) === rank(b);
}

function rank({ matchedFolder }: IdeInfo): number {
  return matchedFolder?.length ?? Number.POSITIVE_INFINITY;
}
