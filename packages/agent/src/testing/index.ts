export { FakeClio, type FakeClioDiff } from "./fake-clio.js";
export { type Decision, type FakeDiff, FakeDiffs } from "./fake-diffs.js";
export { claudeEditor, emacsEditor, neovimEditor, nexus3Editor, openIn } from "./fake-editors.js";
export { type FakeCall, FakeIde, type FakeTool, type Personality } from "./fake-ide.js";
export { ScriptedTerminal } from "./scripted-terminal.js";
export { type ProxyFault, TcpProxy } from "./tcp-proxy.js";
export { temporaryFolder } from "./temporary-folder.js";
