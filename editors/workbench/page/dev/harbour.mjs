/** The scene of the pictures: two agents, five reviews, a few findings. */
import { root } from "./files.mjs";
import { claude, opencode } from "./reviews.mjs";
import { World } from "./world.mjs";

export function harbour() {
  const world = new World();
  world.open("README.md");
  world.open("src/transport/session.ts").dirty = true;
  world.open("test/retry.test.ts");
  world.propose("src/transport/legacy.ts", {
    kind: "delete",
    reason: "Nothing imports it any more",
    replace: [[world.files["src/transport/legacy.ts"], ""]],
  });
  world.propose(".envrc", {
    agent: opencode,
    reason: "Needs the token",
    protected: true,
    agentGone: true,
    replace: [["export PATH=$PWD/bin:$PATH\n", "export PATH=$PWD/bin:$PATH\nexport TOKEN=\u202eabc\u200b\n"]],
  });
  world.propose("src/transport/socket.ts", {
    agent: opencode,
    reason: "Pings keep the connection open",
    replace: [["  send(data: string): void;\n", "  send(data: string): void;\n  ping(): void;\n"]],
  });
  world.propose("src/transport/backoff.ts", {
    kind: "create",
    reason: "Waits a little longer each time",
    replace: [
      [
        "",
        "export interface Backoff {\n  readonly base: number;\n  readonly cap: number;\n}\n\n/** Milliseconds, with jitter. */\nexport function backoff(attempt: number, { base, cap }: Backoff): number {\n  return Math.min(cap, base * 2 ** attempt) * (0.5 + Math.random() / 2);\n}\n",
      ],
    ],
  });
  world.propose("src/transport/session.ts", {
    agent: claude,
    reason: "Reconnect with back-off, so that a restarted editor is found again",
    replace: [
      [
        "    await this.open(this.url);\n",
        "    const wait = backoff(this.#attempts++, { base: 250, cap: 5_000 });\n    await delay(wait, { signal: this.signal });\n    await this.open(await this.rediscover());\n",
      ],
      ['    this.emit("closed", { reason });\n', '    this.emit("closed", { reason, attempts: this.#attempts });\n'],
    ],
  });
  world.git = {
    branch: "main",
    files: {
      "src/transport/session.ts": "modified",
      "src/transport/legacy.ts": "added",
      "test/retry.test.ts": "untracked",
    },
  };
  const file = `${root}/src/transport/session.ts`;
  const line = world.files["src/transport/session.ts"].split("\n").findIndex((text) => text.includes("#stat;")) + 1;
  world.diagnostics = [
    [
      file,
      [
        {
          file,
          line,
          column: 36,
          endLine: line,
          endColumn: 41,
          severity: "error",
          message: "Property '#stat' does not exist on type <b>'Session'</b>.",
          code: "2339",
          source: "typescript",
        },
        {
          file,
          line: 1,
          column: 10,
          endLine: 1,
          endColumn: 17,
          severity: "warning",
          message: "'backoff' is declared but never used.",
          code: "6133",
          source: "typescript",
        },
      ],
    ],
  ];
  const at = Date.now();
  world.activity = [
    { agent: "Claude Code", colour: "orange", tool: "ide.editor.getContent", at: at - 9000, milliseconds: 3 },
    { agent: "Claude Code", colour: "orange", tool: "ide.symbols.search", at: at - 7000, milliseconds: 41 },
    {
      agent: "OpenCode",
      colour: "blue",
      tool: "ide.editor.replaceRange",
      at: at - 4000,
      milliseconds: 12,
      error: "STALE",
    },
  ];
  return world;
}
