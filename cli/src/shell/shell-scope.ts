/** What the commands of a shell have in common: the folder, the editor, the person, and what is under way. */
import { relative } from "node:path";
import type { IdeBridge, IdeConnection, Terminal } from "@tandem/agent";
import { CommandError, plain } from "../output.js";

export interface ShellScopeParts {
  /** Absolute. */
  readonly folder: string;
  readonly bridge: IdeBridge;
  /** The person who decides where there is no editor. */
  readonly terminal: Terminal;
  /** One line of a text; undefined if there is no more. */
  readonly readLine: (signal: AbortSignal) => Promise<string | undefined>;
}

export class ShellScope {
  readonly folder: string;
  readonly bridge: IdeBridge;
  readonly terminal: Terminal;
  /** Files for which the person has said *always*. */
  readonly alwaysAllowed = new Set<string>();
  /** The file whose change waits for a decision. */
  waiting: string | undefined;
  /** The person wants to leave. */
  ended = false;
  readonly #readLine: ShellScopeParts["readLine"];

  constructor({ folder, bridge, terminal, readLine }: ShellScopeParts) {
    this.folder = folder;
    this.bridge = bridge;
    this.terminal = terminal;
    this.#readLine = readLine;
  }

  /** The one that is connected. Throws `CommandError` that says what to do if there is none. */
  editor(): IdeConnection {
    const { connection, isConnected, state } = this.bridge;
    if (connection && isConnected) return connection;
    throw new CommandError(
      state.status === "waiting"
        ? "The editor is gone. It is looked for; /ide says whether it is back."
        : `No editor is connected. Start one with: tandem ${this.folder}, then /ide connect.`,
    );
  }

  print(text: string): void {
    this.terminal.write(`${text}\n`);
  }

  /** The lines up to a single dot, or up to the end of a script. */
  async readText(signal: AbortSignal): Promise<string> {
    let text = "";
    for (;;) {
      const line = await this.#readLine(signal);
      if (line === undefined || line === ".") return text;
      text += `${line}\n`;
    }
  }

  /** A path as the person knows it. */
  nameOf(path: string): string {
    const below = relative(this.folder, path);
    return plain(below === "" || below.startsWith("..") ? path : below);
  }
}
