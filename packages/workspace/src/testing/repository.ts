/** A real git repository for a test, whatever the developer's own settings are. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gitEnvironment } from "../git.js";

const settings = [
  "user.name=Test",
  "user.email=test@example.invalid",
  "init.defaultBranch=main",
  "commit.gpgsign=false",
];

export class Repository {
  readonly root: string;

  /** Makes a repository of the folder. */
  constructor(root: string) {
    this.root = root;
    this.git("init", "-q");
  }

  git(...args: string[]): string {
    const configured = settings.flatMap((setting) => ["-c", setting]);
    const isolated = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_ALLOW_PROTOCOL: "file" };
    const env = { ...gitEnvironment(process.env), ...isolated };
    return execFileSync("git", [...configured, "-C", this.root, ...args], { env, encoding: "utf8", stdio: "pipe" });
  }

  /** Writes files, each holding its own name unless told otherwise. */
  write(...files: (string | [name: string, content: string])[]): void {
    for (const file of files) {
      const [name, content] = typeof file === "string" ? [file, file] : file;
      mkdirSync(dirname(join(this.root, name)), { recursive: true });
      writeFileSync(join(this.root, name), content);
    }
  }

  commitAll(): void {
    this.git("add", "-A");
    this.git("commit", "-q", "-m", "commit");
  }
}
