import { describe, expect, it } from "vitest";
import { isProtected } from "./protected-files.js";

const guarded = [
  ".git/config",
  ".git/hooks/pre-commit",
  "sub/.git/config",
  ".vscode/tasks.json",
  ".vscode/deep/er/settings.json",
  "packages/a/.vscode/launch.json",
  ".idea/workspace.xml",
  ".husky/pre-push",
  ".githooks/commit-msg",
  ".claude/settings.json",
  ".cursor/rules/a.mdc",
  ".gemini/settings.json",
  ".devcontainer/devcontainer.json",
  ".circleci/config.yml",
  ".github/workflows/ci.yml",
  ".github/actions/setup/action.yml",
  "sub/.github/workflows/ci.yml",
  ".gitlab-ci.yml",
  "Jenkinsfile",
  "azure-pipelines.yml",
  "CLAUDE.md",
  "docs/CLAUDE.md",
  "AGENTS.md",
  "GEMINI.md",
  "QWEN.md",
  ".mcp.json",
  "opencode.json",
  ".envrc",
  ".cursorrules",
  ".windsurfrules",
  ".agentignore",
  ".gitattributes",
  ".gitmodules",
  ".npmrc",
  "project.code-workspace",
  "CLAUDE.local.md",
  ".github/copilot-instructions.md",
  ".github/instructions/a.instructions.md",
  ".codex/config.toml",
  ".qwen/settings.json",
  ".opencode/agent/a.md",
  ".copilot/config.json",
  ".clinerules",
  ".clinerules/a.md",
  ".windsurf/rules/a.md",
  ".zed/tasks.json",
  ".clio/config.json",
  ".nexus3/config.json",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".yarnrc.yml",
];

const plain = [
  "src/main.ts",
  "README.md",
  "git/config",
  "vscode/settings.json",
  ".gitignore",
  ".github/CODEOWNERS",
  ".github/ISSUE_TEMPLATE/bug.md",
  "workflows/ci.yml",
  "src/claude.md.ts",
  "my-agents.md",
  "agents.mdx",
  "mcp.json",
  "src/hooks/use-state.ts",
  "code-workspace",
  "jenkinsfile.d/readme",
];

describe("isProtected", () => {
  it.each(guarded)("guards %s", (path) => {
    expect(isProtected(path)).toBe(true);
  });

  it.each(guarded)("guards %s in any case", (path) => {
    expect(isProtected(path.toUpperCase())).toBe(true);
    expect(isProtected(path.toLowerCase())).toBe(true);
    const mixed = [...path].map((c, i) => (i % 2 ? c.toUpperCase() : c.toLowerCase())).join("");
    expect(isProtected(mixed)).toBe(true);
  });

  it.each(plain)("leaves %s alone", (path) => {
    expect(isProtected(path)).toBe(false);
  });
});
