/** The WebSocket dialects through the same editor, each tool once. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DialectName, discoverIdes, IdeConnection } from "@tandem/agent";
import { expect, it } from "vitest";
import { project } from "../helpers/project.js";
import type { Scene } from "../helpers/scene.js";

const lockFolders: Readonly<Record<DialectName, string>> = { nexus3: ".nexus3/ide", claude: ".claude/ide" };

/** Nothing is dirty, and nothing waits, before and after each of them. */
export function dialectScenarios({ editor, workbench }: Scene): void {
  const connected = async (dialect: DialectName, act: (connection: IdeConnection) => Promise<void>) => {
    const lockDir = join(editor().home, lockFolders[dialect]);
    const [found] = await discoverIdes(editor().path("src"), { lockDir, environment: {} });
    if (!found) throw new Error(`No window is found in ${lockDir}.`);
    const connection = await IdeConnection.open({ ...found, dialect, dialectCertain: true });
    try {
      await act(connection);
    } finally {
      await connection.close();
    }
  };
  const main = () => editor().path("src/main.ts");
  const proposal = (tabName: string) => ({
    oldFilePath: main(),
    newFilePath: main(),
    newFileContents: "export {};\n",
    tabName,
  });

  it.each(["claude", "nexus3"] as const)("%s sees what the developer sees", async (dialect) => {
    await writeFile(main(), project["src/main.ts"] ?? "");
    await workbench().open("main.ts");
    await editor().page.keyboard.press("Control+Home");
    await editor().page.keyboard.press("Shift+End");
    await connected(dialect, async (connection) => {
      expect(await connection.getWorkspaceFolders()).toEqual(
        [editor().path("")].map((path) => path.replace(/\/$/, "")),
      );
      const isActive = expect.objectContaining({ filePath: main(), isActive: true, isDirty: false });
      await expect.poll(() => connection.getOpenEditors()).toContainEqual(isActive);
      const selected = {
        filePath: main(),
        text: 'import { greet } from "./greet.js";',
        startLine: 1,
        startCharacter: 0,
      };
      await expect.poll(() => connection.getCurrentSelection()).toMatchObject(selected);
      expect(await connection.getLatestSelection()).toMatchObject(selected);
      expect(await connection.getDiagnostics(main())).toEqual([
        expect.objectContaining({ filePath: main(), line: 3, severity: "error" }),
      ]);
      expect(await connection.checkDocumentDirty(main())).toBe(false);
      await connection.openFile(editor().path("tsconfig.json"));
      await workbench().tab("tsconfig.json").waitFor();
      await connection.saveDocument(main());
      await connection.closeTab("tsconfig.json");
      // The real client's tool closes diffs alone.
      await workbench()
        .tab("tsconfig.json")
        .waitFor({ state: dialect === "claude" ? "visible" : "detached" });
    });
  });

  it("nexus3's diff has its title, and the file is saved when it is accepted", async () => {
    await connected("nexus3", async (connection) => {
      const answer = connection.openDiff(proposal("main.ts"));
      await workbench().reviewOpens("export {};", "NEXUS3: main.ts");
      await workbench().decide("Accept Changes", "NEXUS3: main.ts");
      expect(await answer).toEqual({ outcome: "FILE_SAVED", finalText: "export {};\n", written: true });
      expect(await editor().onDisk("src/main.ts")).toBe("export {};\n");
    });
  });

  it("claude's diff is written by the agent, and withdrawn when it closes it", async () => {
    await writeFile(main(), project["src/main.ts"] ?? "");
    await connected("claude", async (connection) => {
      const accepted = connection.openDiff(proposal("ahoy main.ts"));
      await workbench().reviewOpens("export {};", "ahoy main.ts");
      await workbench().decide("Accept Changes", "ahoy main.ts");
      expect(await accepted).toEqual({ outcome: "FILE_SAVED", finalText: "export {};\n", written: false });
      expect(await editor().onDisk("src/main.ts")).toBe(project["src/main.ts"]);
      const closed = connection.openDiff(proposal("again main.ts"));
      await workbench().reviewOpens("export {};", "again main.ts");
      await connection.closeAllDiffTabs();
      expect(await closed).toEqual({ outcome: "DIFF_REJECTED" });
      await workbench().tab("again main.ts").waitFor({ state: "detached" });
    });
  });
}
