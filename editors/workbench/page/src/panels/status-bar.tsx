import { openReview } from "../actions/reviews.js";
import { Icon } from "../parts/icon.js";
import { connectedAgents } from "../state/agents.js";
import { caret } from "../state/caret.js";
import { connection, isOnline } from "../state/connection.js";
import { countProblems, problems } from "../state/diagnostics.js";
import { settingsOpen } from "../state/dialogs.js";
import { git } from "../state/git.js";
import { pending, waitingText } from "../state/reviews.js";
import { saying } from "../state/saying.js";
import { type BottomPanel, bottomPanel, settings } from "../state/settings.js";
import { activeTab } from "../state/tabs.js";

export function StatusBar() {
  const agents = isOnline.value ? connectedAgents.value : [];
  const waiting = pending.value;
  const first = waiting[0];
  return (
    <footer class="bar">
      <button type="button" class={agents.length > 0 ? "mcp connected" : "mcp"} onClick={() => toggle("activity")}>
        MCP: {agents.length > 0 ? "● connected" : isOnline.value ? "○ no agent" : "○ not reachable"}
      </button>
      <span class="agents clip">{agents.map(({ name }) => name).join(", ")}</span>
      <button
        type="button"
        onClick={() => {
          settingsOpen.value = true;
        }}
      >
        Mode: {settings.value.mode}
      </button>
      {first && (
        <button type="button" class="wait" onClick={() => void openReview(first.id, true)}>
          {waiting.length} {waiting.length === 1 ? "review" : "reviews"}
        </button>
      )}
      <output class="unseen">{waitingText(waiting)}</output>
      <Said />
      <span class="end" />
      <Branch />
      <Problems />
      <Place />
    </footer>
  );
}

/** What an agent said last, to be read out where there is somebody to. */
function Said() {
  const said = saying.value;
  return (
    <output class={said ? `said ${said.level}` : "said"} data-agent={said?.agent.colour} title={said?.message}>
      {said && (
        <>
          <b class="by">{said.agent.name}:</b>
          <span class="clip">{said.message}</span>
        </>
      )}
    </output>
  );
}

function toggle(panel: NonNullable<BottomPanel>): void {
  bottomPanel.value = bottomPanel.value === panel ? "" : panel;
}

function Branch() {
  const { branch, files } = git.value;
  if (branch === undefined) return null;
  const changed = Object.keys(files).length;
  return (
    <span title={changed === 0 ? "Nothing changed" : `${changed} changed`}>
      <Icon name="branch" size={12} />
      {branch}
      {changed === 0 ? " ✓" : ""}
    </span>
  );
}

function Problems() {
  const { errors, warnings } = countProblems(problems.value);
  const parts = [
    errors > 0 && `${errors} ${errors === 1 ? "error" : "errors"}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
  ].filter(Boolean);
  return (
    <button type="button" class={errors > 0 ? "bad" : ""} onClick={() => toggle("problems")}>
      {parts.length > 0 ? parts.join(", ") : "No problems"}
    </button>
  );
}

function Place() {
  const tab = activeTab.value;
  if (!tab) return connection.value === "offline" ? <span>offline</span> : null;
  const { line, column, selected } = caret.value;
  return (
    <>
      <span>
        Ln {line}, Col {column}
        {selected > 0 && ` (${selected})`}
      </span>
      <span class="wide">{tab.encoding}</span>
      <span class="wide">{tab.endings}</span>
    </>
  );
}
