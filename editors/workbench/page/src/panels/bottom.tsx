import type { Diagnostic } from "@tandem/protocol";
import { openAt } from "../actions/files.js";
import { clockTime, duration } from "../format.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { Splitter } from "../parts/splitter.js";
import { activity } from "../state/agents.js";
import { relativeOf } from "../state/connection.js";
import { problems } from "../state/diagnostics.js";
import { bottomHeight, bottomPanel } from "../state/settings.js";

const MOST_ROWS = 500;

export function Bottom() {
  const open = bottomPanel.value;
  const head = (name: "problems" | "activity", label: string) => (
    <button
      type="button"
      role="tab"
      aria-selected={open === name}
      onClick={() => {
        bottomPanel.value = name;
      }}
    >
      {label}
    </button>
  );
  return (
    <section class="bottom" style={{ height: `${bottomHeight.value}px` }} aria-label="Problems and activity">
      <Splitter label="Height of the panel" size={bottomHeight} least={90} most={600} axis="y" grows={-1} />
      <div class="heads">
        <div role="tablist" aria-label="Panel">
          {head("problems", `Problems · ${problems.value.length}`)}
          {head("activity", "Activity")}
        </div>
        <Button
          look="icon"
          label="Close the panel"
          onClick={() => {
            bottomPanel.value = "";
          }}
        >
          <Icon name="close" />
        </Button>
      </div>
      {open === "problems" ? <Problems /> : <Activity />}
    </section>
  );
}

function Problems() {
  const all = problems.value;
  if (all.length === 0) return <p class="nothing">No problems in open files.</p>;
  return (
    <div class="list" role="tabpanel" aria-label="Problems">
      {all.slice(0, MOST_ROWS).map((problem) => (
        <Problem key={`${problem.file}:${problem.line}:${problem.column}:${problem.message}`} problem={problem} />
      ))}
    </div>
  );
}

function Problem({ problem }: { readonly problem: Diagnostic }) {
  const { file, line, column, severity, message, source } = problem;
  const relative = relativeOf(file);
  return (
    <button type="button" class="row" title={message} onClick={() => void openAt(relative, line, column)}>
      <span class={severity}>{severity}</span>
      <span class="clip">{message.split("\n", 1)[0]}</span>
      <small>
        {source} · {relative}:{line}
      </small>
    </button>
  );
}

function Activity() {
  const entries = activity.value.toSorted((a, b) => b.at - a.at).slice(0, MOST_ROWS);
  if (entries.length === 0) return <p class="nothing">No agent has called a tool yet.</p>;
  return (
    <div class="list" role="tabpanel" aria-label="Activity">
      {entries.map(({ agent, colour, tool, at, milliseconds, error }) => (
        <div class="row" key={`${at}:${agent}:${tool}:${milliseconds}`} data-agent={colour}>
          <i class="dot" />
          <span>{agent}</span>
          <span class="tool clip">{tool}</span>
          <small>
            {error ? <span class="error">{error}</span> : "ok"} · {duration(milliseconds)} · {clockTime(at, true)}
          </small>
        </div>
      ))}
    </div>
  );
}
