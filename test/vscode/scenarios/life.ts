/** What outlives a window, and what it leaves behind. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../helpers/project.js";
import type { Scene } from "../helpers/scene.js";
import { cites } from "../requirements.js";

/** Tells two ports, the processes that it descends from, and whether there is a `tandem` command. */
const WHO_AM_I = `echo $NEXUS3_IDE_PORT $CLIO_IDE_PORT
p=$$
while [ "$p" -gt 1 ]; do echo $p; p=$(ps -o ppid= -p $p | tr -d " "); done
tandem --version
echo end
`;

/** To come last: it ends the page. */
export function lifeScenarios({ editor, agent, workbench }: Scene): void {
  const locks = async (folder: string) => readdir(join(editor().home, folder)).catch(() => []);

  it(cites("clio:terminal-variable"), async () => {
    await workbench().run("Terminal: Create New Terminal");
    await editor().page.locator(".terminal-wrapper.active .xterm-screen").click();
    await writeFile(join(editor().home, "who.sh"), WHO_AM_I);
    await editor().page.keyboard.type("sh ~/who.sh > terminal.txt");
    await editor().page.keyboard.press("Enter");
    const said = async () =>
      (
        await editor()
          .onDisk("terminal.txt")
          .catch(() => "")
      )
        .trim()
        .split(/\s+/);
    await expect.poll(async () => (await said()).at(-1)).toBe("end");
    const [wsPort, clioPort, ...ancestors] = await said();
    const { ws = "", clio = "" } = editor().file.urls;
    expect([wsPort, clioPort]).toEqual([new URL(ws).port, new URL(clio).port]);
    const lock = await readFile(join(editor().home, ".claude/ide", `${wsPort}.lock`), "utf8");
    expect(ancestors).toContain("0.1.0");
    expect(ancestors).toContain(String((JSON.parse(lock) as { pid: number }).pid));
  });

  it("a review comes back after a reload, under the same address, and has one outcome", async () => {
    const { urls, token } = editor().file;
    const edit = { startLine: 2, endLine: 2, newText: '  return "ahoy, " + name;' };
    const files = [{ file: editor().path("src/greet.ts"), edits: [edit] }];
    const { files: proposed } = await agent().call("ide.editor.applyEdits", { files, review: "defer" });
    const [{ review }] = proposed as [{ review: { id: string } }];
    await workbench().reviewOpens("ahoy");
    await editor().reload();
    expect(editor().file).toMatchObject({ urls, token });
    await workbench().reviewOpens("ahoy");
    const waiting = agent().call("ide.review.wait", { id: review.id });
    await workbench().decide("Accept Changes");
    expect(await waiting).toMatchObject({ review: { id: review.id, state: "accepted" } });
    expect(await agent().read("src/greet.ts")).toBe(project["src/greet.ts"]?.replace("hello", "ahoy"));
  });

  it("nothing is left of a window that was closed", async () => {
    const { port } = new URL(editor().file.urls.ws ?? "");
    expect(await locks(".nexus3/ide")).toEqual([`${port}.lock`]);
    expect(await locks(".claude/ide")).toEqual([`${port}.lock`]);
    await editor().page.close();
    const left = async () => [...(await locks(".nexus3/ide")), ...(await locks(".claude/ide"))];
    await expect.poll(left).toEqual([]);
    const outcome = () =>
      agent()
        .read("src/greet.ts")
        .catch(({ code }: { code: string }) => code);
    await expect.poll(outcome).toBe("CONNECTION_LOST");
  });
}
