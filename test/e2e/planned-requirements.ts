/** What the documents promise for later, one entry per tool, event and section, so that nothing is forgotten. */

export interface PlannedGroup {
  readonly source: string;
  readonly behaviours: Readonly<Record<string, string>>;
}

export const planned: readonly PlannedGroup[] = [
  {
    source: "oxide §2 Agent Configuration",
    behaviours: {
      "config:claude-code": "Claude Code connects by the project's .mcp.json.",
      "config:opencode": "OpenCode connects by the project's opencode.json.",
    },
  },
  {
    source: "design §6 Tools",
    behaviours: {
      "events.subscribe": "ide.events.subscribe asks for events by name and file.",
      "events.unsubscribe": "ide.events.unsubscribe ends a subscription.",
      "events.poll": "ide.events.poll gives events to agents that ignore push.",
    },
  },
  {
    source: "oxide §3 Phase 2 Debug",
    behaviours: {
      "debug.setBreakpoint": "A breakpoint is set and shown in the gutter.",
      "debug.removeBreakpoint": "A breakpoint is removed by its id.",
      "debug.listBreakpoints": "All active breakpoints are listed.",
      "debug.launch": "A debug session is started.",
      "debug.continue": "Execution is resumed.",
      "debug.stepOver": "The current line is stepped over.",
      "debug.stepInto": "A call is stepped into.",
      "debug.stepOut": "The current function is stepped out of.",
      "debug.inspectVariable": "A variable's value is read at a stop.",
      "debug.getCallStack": "The call stack is told.",
      "debug.evaluate": "An expression is evaluated at a stop.",
    },
  },
  {
    source: "oxide §3 Phase 2 Test",
    behaviours: {
      "test.discover": "The tests of a file or of the workspace are listed.",
      "test.run": "One test or all of them are run.",
      "test.getResults": "The results of the last run are told.",
    },
  },
  {
    source: "oxide §3 Phase 2 Git",
    behaviours: {
      "git.status": "The state of the working tree is told.",
      "git.diff": "The changes of a file, or all, are told.",
      "git.stageFile": "A file is staged.",
      "git.unstageFile": "A file is unstaged.",
      "git.commit": "What is staged is committed.",
      "git.log": "The latest commits are told.",
    },
  },
  {
    source: "oxide §3 Phase 2 Diff",
    behaviours: {
      "diff.show": "Two texts are shown side by side.",
      "diff.stageHunk": "One hunk is staged.",
      "diff.discardHunk": "One hunk is discarded.",
    },
  },
  {
    source: "oxide §3 Phase 2 Terminal",
    behaviours: { "terminal.run": "A command runs in the editor's terminal and its output is returned." },
  },
  {
    source: "oxide §3 Phase 2 Search",
    behaviours: {
      "search.find": "Text is searched in a file, a directory or the workspace.",
      "search.replace": "Text is replaced across the workspace once the developer has confirmed.",
    },
  },
  {
    source: "oxide §4 Events",
    behaviours: {
      "event.fileOpened": "An agent hears that a file was opened.",
      "event.fileClosed": "An agent hears that a file was closed.",
      "event.fileSaved": "An agent hears that a file was saved.",
      "event.cursorMoved": "An agent hears where the cursor is, at most once in 500 ms.",
      "event.selectionChanged": "An agent hears what is selected.",
      "event.diagnosticChanged": "An agent hears of new diagnostics, at most once in 2 s.",
      "event.breakpointChanged": "An agent hears of breakpoints that the developer sets or removes.",
      "event.testCompleted": "An agent hears how a test ended, and how long it took.",
      "event.gitStatusChanged": "An agent hears of changes of the working tree's state.",
      "event.noise-control": "Only what was asked for is sent, and any kind of event can be opted out of.",
      "event.reviewDecided": "An agent hears how its review was decided (design §7).",
      "event.mentioned": "An agent hears what the developer points it to (design §7).",
    },
  },
  {
    source: "oxide §5 Behavioral Contract",
    behaviours: {
      "preferences:table": "Agents are told which tool to prefer to which of their own, phase 2 included.",
    },
  },
  {
    source: "oxide §6 Instruction Files",
    behaviours: {
      "init:consent": "Configuration files are written only after the developer has said yes.",
      "init:claude-md": "A section is appended to CLAUDE.md; nothing is overwritten.",
      "init:agents-md": "A section is appended to AGENTS.md; nothing is overwritten.",
      "init:mcp-json": "An .mcp.json for Claude Code is written.",
      "init:opencode-json": "An opencode.json is written, or merged into the one that is there.",
    },
  },
  {
    source: "oxide §7 UX Modes",
    behaviours: {
      "ux:ide-only": "Without an agent pane, agents' actions show in the editor and open no pane.",
      "ux:agent-pane": "Ctrl+L toggles a tmux-managed agent pane: right, left or bottom.",
      "ux:visible-actions": "Each action of an agent has its visible effect in the editor.",
    },
  },
  {
    source: "oxide §8 Security and Trust Model",
    behaviours: {
      "trust:workspace-scoping": "Agents can be confined to directories or files.",
    },
  },
  {
    source: "oxide §9 Tool Invocation Errors",
    behaviours: { "errors:DEBUG_NOT_ACTIVE": "A debug call without a session is DEBUG_NOT_ACTIVE." },
  },
  {
    source: "oxide §10 Versioning",
    behaviours: {
      "versioning:0.2.0": "Version 0.2.0 adds debug, test, git, diff, terminal and search.",
      "versioning:0.3.0": "Version 0.3.0 adds the events.",
      "versioning:1.0.0": "From 1.0.0 on, a breaking change needs a new major version.",
    },
  },
  {
    source: "design §4 Doors",
    behaviours: {
      "door:stdio": "tandem mcp relays stdio to the right window.",
      "door:gemini": "The gemini and qwen dialects are served over HTTP.",
      "door:copilot": "The copilot dialect is served over a Unix socket.",
    },
  },
];
