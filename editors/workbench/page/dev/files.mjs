/** The made-up folder that the scripted backend shows. */
const session = `import { backoff } from "./backoff.js";
import { delay } from "./delay.js";
import type { Socket, State } from "./socket.js";

/** One conversation with an editor. */
export interface SessionOptions {
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Keeps a connection to an editor.
 * Callers wait for \`ready\` before they send.
 */

// The state machine is in socket.ts.

export class Session {
  #attempts = 0;

  async reconnect(): Promise<void> {
    await this.open(this.url);
    this.#attempts = 0;
  }

  get state(): State { return this.#stat; }

  close(reason: string): void {
    this.socket?.close(1000, reason);
    this.emit("closed", { reason });
  }
}

${Array.from({ length: 40 }, (_, index) => `export const limit${index} = ${index * 250};`).join("\n")}
`;

const socket = `export type State = "open" | "closed";

export interface Socket {
  send(data: string): void;
  close(code: number, reason: string): void;
}
`;

/** Relative path → text. */
export const files = {
  "README.md": "# Harbour\n\nKeeps *sessions* with editors alive.\n\n```ts\nawait session.ready;\n```\n",
  "package.json": '{\n  "name": "harbour",\n  "version": "1.0.0"\n}\n',
  ".envrc": "export PATH=$PWD/bin:$PATH\n",
  "src/index.ts": 'export { Session } from "./transport/session.js";\n',
  "src/transport/session.ts": session,
  "src/transport/socket.ts": socket,
  "src/transport/legacy.ts": "export const legacy = true;\nexport const reason = 'kept for old editors';\n",
  "test/retry.test.ts": 'import { it } from "vitest";\n\nit("retries", () => {});\n',
  "dist/index.js": "export {};\n",
  "src/large.ts": Array.from({ length: 20_000 }, (_, index) => `export const value${index} = ${index};`).join("\n"),
};

/** Directories with entries that have no text. */
export const crowded = { many: Array.from({ length: 100_000 }, (_, index) => `file-${index}.ts`) };

export const root = "/home/dev/harbour";
