/**
 * Editors as they are found in the wild. They all have the same things open, so that the same questions have the same
 * answers: each says them in its own shape.
 */
import { pathToFileURL } from "node:url";
import { claude, nexus3 } from "@tandem/protocol";
import { FakeDiffs } from "./fake-diffs.js";
import type { FakeCall, FakeTool, Personality } from "./fake-ide.js";

/** What is open in every fake editor, below `folder`: one file with a mistake and unsaved changes, one without. */
export function openIn(folder: string) {
  return {
    active: `${folder}/main.py`,
    other: `${folder}/a b.py`,
    text: "foo",
    /** 1-based, of the selection and of the mistake. */
    line: 42,
    start: 4,
    end: 7,
    mistake: "Undefined variable 'foo'",
  };
}

const text = (value: unknown) => [JSON.stringify(value)];
const noTabs = () => ["CLOSED_0_DIFF_TABS"];

/** NEXUS3's, as its document says. With `tandem` it also knows keys and gives the final text, as ours does. */
export function nexus3Editor(
  folder: string,
  { tandem = false, diffs = undefined as FakeDiffs | undefined } = {},
): Personality {
  const { active, other, line, start, end, mistake, text: selected } = openIn(folder);
  const book = diffs ?? new FakeDiffs({ writes: true, keys: tandem });
  const selection = text({
    filePath: active,
    text: selected,
    startLine: line,
    startCharacter: start,
    endLine: line,
    endCharacter: end,
  });
  return {
    ideName: "VS Code",
    lockFolder: ".nexus3/ide",
    header: nexus3.AUTHORIZATION_HEADER,
    serverInfo: nexus3.serverInfo,
    capabilities: tandem ? { tools: {}, experimental: { tandem: { finalText: true } } } : { tools: {} },
    diffs: book,
    tools: {
      openDiff: {
        run: async (call) => {
          const decision = await book.show(...proposalOf(call));
          return decision.verdict === "FILE_SAVED" && tandem ? [decision.verdict, decision.text] : [decision.verdict];
        },
      },
      openFile: { run: () => ["ok"] },
      getDiagnostics: {
        run: () => text([{ filePath: active, line, message: mistake, severity: "error", source: "pylance" }]),
      },
      getCurrentSelection: { run: () => ["null"] },
      getLatestSelection: { run: () => selection },
      getOpenEditors: {
        run: () =>
          text([
            { filePath: active, isActive: true, isDirty: true, languageId: "python" },
            { filePath: other, isActive: false, isDirty: false, languageId: "python" },
          ]),
      },
      getWorkspaceFolders: { run: () => text([folder]) },
      checkDocumentDirty: { run: ({ input }) => text({ dirty: input["filePath"] === active }) },
      saveDocument: { run: () => ["ok"] },
      closeTab: {
        run: ({ input }) => {
          book.close(({ tabName }) => tabName === input["tabName"]);
          return ["ok"];
        },
      },
      closeAllDiffTabs: { run: () => ["ok"] },
      ...(tandem && reviewTools(book)),
    },
  };
}

/** Ours, unlisted: a diff's key is its id as well. */
function reviewTools(book: FakeDiffs): Record<string, FakeTool> {
  return {
    "ide.review.list": { hidden: true, run: () => text({ reviews: book.open.map(({ key }) => ({ id: key, key })) }) },
    "ide.review.withdraw": {
      hidden: true,
      run: ({ input }) => text({ withdrawn: book.close(({ key }) => key === input["id"]) }),
    },
  };
}

/** The reference of the claude dialect: VS Code's extension. */
export function claudeEditor(folder: string): Personality {
  const { active, other, line, start, end, mistake, text: selected } = openIn(folder);
  const book = new FakeDiffs({ writes: false, keys: false });
  const range = { start: { line: line - 1, character: start }, end: { line: line - 1, character: end } };
  const tab = (path: string, isActive: boolean) => ({
    uri: pathToFileURL(path).href,
    label: path.slice(path.lastIndexOf("/") + 1),
    languageId: "python",
    isActive,
    isDirty: isActive,
  });
  return {
    ideName: "VS Code",
    lockFolder: ".claude/ide",
    header: claude.AUTHORIZATION_HEADER,
    subprotocol: claude.SUBPROTOCOL,
    serverInfo: { name: "Claude Code VSCode MCP", version: "1.0.0" },
    capabilities: { tools: {} },
    lock: { runningInWindows: false },
    diffs: book,
    tools: {
      ...diffTools(book),
      openFile: { run: ({ input }) => [`Opened file: ${String(input["filePath"])}`] },
      getDiagnostics: {
        run: () =>
          text([
            {
              uri: pathToFileURL(active).href,
              diagnostics: [{ message: mistake, severity: "Error", range, source: "pylance" }],
            },
          ]),
      },
      getCurrentSelection: { run: () => text({ success: false, message: "No active editor found" }) },
      getLatestSelection: {
        run: () => text({ success: true, text: selected, filePath: active, selection: range }),
      },
      getOpenEditors: { run: () => text({ tabs: [tab(active, true), tab(other, false)] }) },
      getWorkspaceFolders: {
        run: () =>
          text({
            success: true,
            folders: [{ name: "project", uri: pathToFileURL(folder).href, path: folder }],
            rootPath: folder,
          }),
      },
      checkDocumentDirty: {
        run: ({ input: { filePath } }) =>
          text(
            filePath === active
              ? { success: true, filePath, isDirty: true, isUntitled: false }
              : { success: false, message: `Document not open: ${String(filePath)}` },
          ),
      },
      saveDocument: {
        run: ({ input: { filePath } }) =>
          text({ success: true, filePath, saved: true, message: "Document saved successfully" }),
      },
    },
  };
}

/** Neovim's: a diagnostic per content item, flat, 1-based and numbered; `close_tab` is not listed. */
export function neovimEditor(folder: string): Personality {
  const reference = claudeEditor(folder);
  const { active, line, mistake } = openIn(folder);
  const close = reference.tools["close_tab"] as FakeTool;
  return {
    ...reference,
    ideName: "Neovim",
    serverInfo: { name: "claudecode-neovim", version: "0.2.0" },
    capabilities: { logging: {}, prompts: { listChanged: true }, tools: { listChanged: true } },
    tools: {
      ...reference.tools,
      close_tab: { ...close, hidden: true },
      getDiagnostics: {
        run: () => text({ filePath: active, line, character: 5, severity: 1, message: mistake, source: "pylance" }),
      },
    },
  };
}

/** Emacs': no token, keys of its own, everything counted from 1, URIs with escaped slashes, fewer tools. */
export function emacsEditor(folder: string): Personality {
  const { diffs, tools, ...reference } = claudeEditor(folder);
  const { active, other, line, start, end, mistake, text: selected } = openIn(folder);
  const range = { start: { line, character: start + 1 }, end: { line, character: end + 1 } };
  const path = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
  const needsPath = (word: string): FakeTool => ({
    inputSchema: path,
    run: ({ input }) => {
      if (typeof input["path"] !== "string") throw new Error("Missing required parameter: path");
      return [word];
    },
  });
  const { getLatestSelection: _, ...others } = tools;
  return {
    ...reference,
    ideName: "Emacs",
    header: undefined,
    serverInfo: { name: "claude-code-ide-mcp", version: "0.1.0" },
    diffs,
    tools: {
      ...others,
      openFile: needsPath("FILE_OPENED"),
      saveDocument: needsPath("DOCUMENT_SAVED"),
      getDiagnostics: {
        run: () =>
          text([
            {
              uri: `file://${encodeURIComponent(active)}`,
              diagnostics: [{ message: mistake, severity: "Error", range, source: "pylance" }],
            },
          ]),
      },
      getCurrentSelection: {
        run: () => text({ text: selected, filePath: active, fileUrl: `file://${active}`, selection: range }),
      },
      getOpenEditors: {
        run: () =>
          text({
            editors: [
              { path: active, name: "main.py", active: true, isDirty: true, fileUrl: `file://${active}` },
              { path: other, name: "a b.py", active: null, isDirty: false, fileUrl: `file://${other}` },
            ],
          }),
      },
      getWorkspaceFolders: { run: () => text({ folders: [folder] }) },
      checkDocumentDirty: { run: ({ input }) => text({ isDirty: input["filePath"] === active }) },
      close_tab: {
        run: ({ input }) => {
          const closed = diffs.close(({ tabName }) => tabName === input["tab_name"]);
          if (closed === 0) throw new Error(`No buffer named ${String(input["tab_name"])}`);
          return ["TAB_CLOSED"];
        },
      },
    },
  };
}

function diffTools(book: FakeDiffs): Record<string, FakeTool> {
  return {
    openDiff: {
      run: async (call) => {
        const decision = await book.show(...proposalOf(call));
        return decision.verdict === "FILE_SAVED"
          ? [decision.verdict, decision.text]
          : [decision.verdict, String(call.input["tab_name"])];
      },
    },
    close_tab: {
      run: ({ input }) => {
        book.close(({ tabName }) => tabName === input["tab_name"]);
        return ["TAB_CLOSED"];
      },
    },
    closeAllDiffTabs: { run: noTabs },
  };
}

function proposalOf({ input, key, owner }: FakeCall): Parameters<FakeDiffs["show"]> {
  const [path, proposed, tabName] = ["new_file_path", "new_file_contents", "tab_name"].map((name) =>
    String(input[name]),
  );
  return [owner, path ?? "", proposed ?? "", tabName ?? "", key];
}
