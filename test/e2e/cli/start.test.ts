import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandbox } from "./tandem.js";

let box: Awaited<ReturnType<typeof sandbox>>;
beforeAll(async () => {
  box = await sandbox();
  await box.write("folder/a.ts", "const wrong: number = 'text';\n");
  await box.write("folder/tsconfig.json", "{}");
});
afterAll(() => box.close());

const windowFiles = async () => readdir(join(box.home, "windows")).catch(() => []);

/** Processes that have this one for their parent. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
}

describe("tandem [folder]", () => {
  it("prints one JSON line, writes its window file for the user alone, and takes both away when it ends", async () => {
    const { child, line, window } = await box.open();
    expect(window).toMatchObject({ pid: child.pid, roots: [box.folder] });
    expect(line).not.toContain("token");
    const [name = ""] = await windowFiles();
    const path = join(box.home, "windows", name);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(box.home, "windows"))).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: child.pid, urls: { mcp: window.url } });

    const found = await box.run([
      "call",
      "ide.diagnostics.list",
      JSON.stringify({ file: join(box.folder, "a.ts") }),
      "--json",
    ]);
    expect(JSON.parse(found.stdout)).toMatchObject({ total: 1, files: [{ fresh: true }] });
    const servers = await childrenOf(window.pid);
    expect(servers.length).toBeGreaterThan(0);

    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(await windowFiles()).toEqual([]);
    for (const pid of servers) expect(() => process.kill(pid, 0)).toThrow();
  });

  it("uses the token it is given, and asks for it when the settings say so", async () => {
    await box.write("config/tandem/settings.json", '{"requireToken": true}');
    const token = "a-token-of-more-than-thirty-two-characters";
    const { child, window } = await box.open(undefined, { TANDEM_TOKEN: token });
    const status = async (headers: Record<string, string>) =>
      (
        await fetch(window.url, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: "{}",
        })
      ).status;
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: "Bearer wrong" })).toBe(401);
    expect(await status({ Authorization: `Bearer ${token}` })).toBe(400);
    expect((await box.run(["call", "ide.editor.getOpenFiles"])).code).toBe(0);
    child.kill("SIGTERM");
    await once(child, "close");
    await box.write("config/tandem/settings.json", "{}");
  });

  it("says that a port is taken and leaves its owner alone", async () => {
    const stranger = createServer().listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const { port } = stranger.address() as AddressInfo;
    const { code, stderr } = await box.run([box.folder, "--port", String(port)]);
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken`);
    expect(stranger.listening).toBe(true);
    stranger.close();
  });

  it.each<[string, () => string[], number, RegExp]>([
    ["a folder that does not exist", () => [join(box.folder, "nowhere")], 2, /no folder.*nowhere/],
    ["a file for a folder", () => [join(box.folder, "a.ts")], 2, /not a folder/],
    ["a port that is none", () => [box.folder, "--port", "99999"], 2, /0 to 65535/],
    ["an option that is none", () => [box.folder, "--prot", "1"], 2, /--port/],
    ["a token file that is not there", () => [box.folder, "--token-file", "/nowhere"], 2, /token file/],
  ])("refuses %s in plain words", async (_, args, expected, words) => {
    const { code, stderr, stdout } = await box.run(args());
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(words);
  });

  it("refuses a token that is too weak, and settings with a mistake in them", async () => {
    expect(await box.run([box.folder], box.folder, { TANDEM_TOKEN: "short" })).toMatchObject({ code: 2 });
    await box.write("config/tandem/settings.json", '{"langageServers": {}}');
    const { code, stderr } = await box.run([box.folder]);
    await box.write("config/tandem/settings.json", "{}");
    expect(code).toBe(1);
    expect(stderr).toContain("langageServers");
  });

  it("goes on when nobody reads what it prints any more, and says what is unsaved when it ends", async () => {
    const { child, window } = await box.open();
    const file = join(box.folder, "a.ts");
    const edit = { file, startLine: 1, endLine: 1, newText: "const right = 1;" };
    let stderr = "";
    child.stderr?.on("data", (chunk) => (stderr += chunk));
    expect(await box.run(["call", "ide.editor.replaceRange", JSON.stringify(edit)])).toMatchObject({ code: 0 });
    child.stdout?.destroy();
    expect((await fetch(window.url.replace("/mcp", "/other"))).status).toBe(404);
    expect(await box.run(["call", "ide.editor.getOpenFiles"])).toMatchObject({ code: 0 });
    child.kill("SIGINT");
    expect((await once(child, "close"))[0]).toBe(0);
    expect(stderr).toContain(`Unsaved changes are kept for the next start: ${file}`);
  });

  it("goes on when nobody reads its log any more", async () => {
    const { child, window } = await box.open();
    child.stderr?.destroy();
    for (let i = 0; i < 3; i++) expect((await fetch(window.url.replace("/mcp", "/other"))).status).toBe(404);
    expect(await box.run(["call", "ide.editor.getOpenFiles"])).toMatchObject({ code: 0 });
    child.kill("SIGINT");
    expect((await once(child, "close"))[0]).toBe(0);
  });

  it("survives an agent that is killed in the middle of a call", async () => {
    const { child } = await box.open();
    const caller = box.start(["call", "ide.symbols.search", '{"query":"wrong"}']);
    await once(caller, "spawn");
    caller.kill("SIGKILL");
    await once(caller, "close");
    expect(await box.run(["call", "ide.file.list", "--json"])).toMatchObject({ code: 0 });
    child.kill("SIGINT");
    expect((await once(child, "close"))[0]).toBe(0);
  });

  it("works on an empty folder without git, and on a folder that is then deleted answers NO_WORKSPACE", async () => {
    const empty = await sandbox();
    const { child } = await empty.open();
    const list = await empty.run(["call", "ide.file.list", "--json"]);
    expect(JSON.parse(list.stdout)).toEqual({ entries: [], total: 0, truncated: false });
    await empty.write("elsewhere/x", "");
    const { rm } = await import("node:fs/promises");
    await rm(empty.folder, { recursive: true });
    const gone = await empty.run(
      ["call", "ide.file.list", "--folder", empty.folder, "--json"],
      join(empty.base, "elsewhere"),
    );
    expect(JSON.parse(gone.stdout)).toMatchObject({ error: { code: "NO_WORKSPACE" } });
    expect(gone.code).toBe(1);
    child.kill("SIGINT");
    expect((await once(child, "close"))[0]).toBe(0);
    await empty.close();
  });
});
