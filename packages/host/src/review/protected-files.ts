/** Files that can run code or steer agents. A change of one is reviewed in every mode. */

const names = new Set([
  "claude.md",
  "claude.local.md",
  "agents.md",
  "gemini.md",
  "qwen.md",
  ".mcp.json",
  "opencode.json",
  ".envrc",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".agentignore",
  ".gitattributes",
  ".gitmodules",
  ".npmrc",
  ".yarnrc.yml",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".gitlab-ci.yml",
  "jenkinsfile",
  "azure-pipelines.yml",
]);

const folders = new Set([
  ".git",
  ".vscode",
  ".idea",
  ".husky",
  ".githooks",
  ".claude",
  ".cursor",
  ".gemini",
  ".codex",
  ".qwen",
  ".opencode",
  ".copilot",
  ".clinerules",
  ".windsurf",
  ".clio",
  ".nexus3",
  ".zed",
  ".devcontainer",
  ".circleci",
]);

/** `relative` is from the workspace folder, `/`-separated. Case does not matter: some disks do not keep it apart. */
export function isProtected(relative: string): boolean {
  const segments = relative.toLowerCase().split("/");
  const name = segments.at(-1) ?? "";
  return (
    names.has(name) ||
    name.endsWith(".code-workspace") ||
    segments.some((segment) => folders.has(segment)) ||
    /(^|\/)\.github\/((workflows|actions|instructions)\/|copilot-instructions\.md$)/.test(segments.join("/"))
  );
}
