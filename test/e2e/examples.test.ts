import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

let base: string;
let folder: string;
let editor: Editor;
const children: ChildProcess[] = [];

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "tandem-examples-")));
  folder = join(base, "project");
  await mkdir(folder);
  await writeFile(join(folder, "a.js"), "var a = 1;\n");
  editor = await Editor.start();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
  await rm(base, { recursive: true, force: true });
});

function start(example: string, ...args: readonly string[]) {
  const env = { ...process.env, HOME: base, TANDEM_HOME: join(base, "tandem"), NO_COLOR: "1" };
  const child = spawn(process.execPath, [join(examples, example), ...args], { cwd: base, env });
  children.push(child);
  return child;
}

/** Runs an example to its end. */
async function run(example: string, ...args: readonly string[]) {
  const child = start(example, ...args);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  child.stdin.end();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** The example of an editor, and the developer who types into it. */
class Editor {
  readonly #child: ReturnType<typeof start>;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ReturnType<typeof start>) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start(): Promise<Editor> {
    const started = new Editor(start("editor-host.mjs", folder));
    await started.says("Agents find it at");
    return started;
  }

  /** Resolves at the next line with these words. */
  async says(words: string): Promise<void> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`The editor ended before it said ${words}.`);
      if ((value as string).includes(words)) return;
    }
  }

  async decides(answer: "y" | "n"): Promise<void> {
    await this.says("changes a.js: y or n?");
    this.#child.stdin.write(`${answer}\n`);
  }

  async close(): Promise<unknown> {
    this.#child.stdin.end();
    return (await once(this.#child, "close"))[0];
  }
}

const onDisk = () => readFile(join(folder, "a.js"), "utf8");

describe("the examples", () => {
  it("agent.mjs tells its model of the editor, and has its change decided there", async () => {
    const running = run("agent.mjs", folder, "a.js");
    await editor.decides("y");
    const { code, output } = await running;
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("IDE connected: Sixty") });
    expect(output).toContain("a.js: changed");
    expect(output).toContain("Open tabs: a.js");
    expect(await onDisk()).toBe("let a = 1;\n");
    expect(await editor.close()).toBe(0);
  });

  it("confirmation.mjs asks there, and exits with the answer", async () => {
    for (const [answer, code, text] of [
      ["n", 1, "var a = 1;\n"],
      ["y", 0, "var a = 2;\n"],
    ] as const) {
      const running = run("confirmation.mjs", join(folder, "a.js"), "1", "2");
      await editor.decides(answer);
      expect(await running).toMatchObject({ code, output: expect.stringContaining("by ide") });
      expect(await onDisk()).toBe(text);
    }
    await editor.close();
    expect(await run("confirmation.mjs", join(folder, "a.js"), "2", "3")).toMatchObject({
      code: 1,
      output: expect.stringContaining("Rejected by terminal"),
    });
  });

  it("raw-client.mjs needs nothing of ours", async () => {
    const running = run("raw-client.mjs", folder, "a.js", "const a = 1;\n");
    await editor.decides("y");
    const { code, output } = await running;
    expect(code).toBe(0);
    expect(output).toContain("Connected to Sixty, which calls itself nexus3-ide.");
    expect(output).toContain("The developer says: FILE_SAVED");
    expect(await onDisk()).toBe("const a = 1;\n");
  });
});
