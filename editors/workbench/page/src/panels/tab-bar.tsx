import { useEffect, useRef } from "preact/hooks";
import { activate, closeTab } from "../actions/files.js";
import { tell } from "../backend.js";
import { labels } from "../keys.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { quickOpen, settingsOpen } from "../state/dialogs.js";
import { toggleReviews } from "../state/layout.js";
import { showsTree } from "../state/settings.js";
import { activeFile, type ShownTab, tabs, touchedFiles } from "../state/tabs.js";
import { nameOf } from "../state/tree.js";

const MIDDLE = 1;

export function TabBar() {
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const files = tabs.value.map(({ file }) => file);
    const next = files[files.indexOf(activeFile.value ?? "") + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    activate(next);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".tab.on [role=tab]")?.focus());
  };
  return (
    <header class="tabs">
      <div class="place">
        <Button look="icon" label={`File tree (${labels.tree})`} onClick={() => toggle(showsTree)}>
          <Icon name="tree" />
        </Button>
        <Button look="icon" label={`Open a file (${labels.quickOpen})`} onClick={() => toggle(quickOpen)}>
          <Icon name="find" />
        </Button>
      </div>
      <div role="tablist" aria-label="Open files" tabIndex={-1} onKeyDown={move} onWheel={scrollSideways}>
        {tabs.value.map((tab) => (
          <Tab key={tab.file} tab={tab} />
        ))}
      </div>
      <div class="end">
        <Button look="icon" label="Settings" onClick={() => toggle(settingsOpen)}>
          <Icon name="gear" />
        </Button>
        <Button look="icon" label="Reviews" onClick={toggleReviews}>
          <Icon name="side" />
        </Button>
      </div>
    </header>
  );
}

function toggle(signal: { value: boolean }): void {
  signal.value = !signal.value;
}

function scrollSideways(event: WheelEvent & { currentTarget: HTMLElement }): void {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
}

function Tab({ tab }: { readonly tab: ShownTab }) {
  const { file, relative, dirty, preview, conflict, proposed } = tab;
  const on = file === activeFile.value;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (on) place.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [on]);
  const name = nameOf(relative);
  const states = [dirty && "unsaved", conflict && "changed on disk", proposed && "proposed"].filter(Boolean).join(", ");
  const colour = touchedFiles.value.get(file);
  return (
    <div
      class={["tab", on && "on", preview && "preview", dirty && "dirty"].filter(Boolean).join(" ")}
      role="presentation"
      ref={place}
    >
      <button
        type="button"
        role="tab"
        aria-selected={on}
        tabIndex={on ? 0 : -1}
        title={states ? `${relative} (${states})` : relative}
        onClick={() => activate(file)}
        onMouseDown={(event) => {
          if (event.button === MIDDLE) event.preventDefault();
        }}
        onAuxClick={(event) => {
          if (event.button === MIDDLE) void closeTab(file);
        }}
        onDblClick={() => void tell("keepDocument", { file })}
        onKeyDown={(event) => {
          if (event.key === "Delete") void closeTab(file);
        }}
      >
        {colour && <i class="dot" data-agent={colour} />}
        <span class="clip">{name}</span>
        {states && <span class="unseen">, {states}</span>}
      </button>
      {dirty && <i class="unsaved" />}
      <Button look="icon close" label={`Close ${name}`} unread onClick={() => void closeTab(file)}>
        <Icon name="close" size={12} />
      </Button>
    </div>
  );
}
