import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { choose, moveCursor, refresh, removeFile, setExpanded, startCreating } from "../actions/tree.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { Splitter } from "../parts/splitter.js";
import { folderName } from "../state/connection.js";
import { treeWidth } from "../state/settings.js";
import { cursorIndex, parentOf, rows, treeCursor, treeEdit } from "../state/tree.js";
import { NameRow, ROW_PX, Row } from "./tree-row.js";

/** Rows drawn beyond what is seen, above and below. */
const SPARE = 12;

export function Tree() {
  return (
    <nav class="side left" aria-label="Files">
      <h2>
        <span class="clip">{folderName.value}</span>
        <Button look="icon" label="New file" onClick={() => startCreating()}>
          <Icon name="plus" />
        </Button>
      </h2>
      <Rows />
      <Splitter label="Width of the file tree" size={treeWidth} least={140} most={560} axis="x" grows={1} />
    </nav>
  );
}

function Rows() {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const all = rows.value;
  const edit = treeEdit.value;
  const at = cursorIndex.value;
  const creating = edit?.kind === "create" ? all.findIndex(({ path }) => path === edit.directory) + 1 : -1;

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const sizes = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || at < 0) return;
    if (at * ROW_PX < element.scrollTop) element.scrollTop = at * ROW_PX;
    const below = (at + 1) * ROW_PX - element.clientHeight;
    if (below > element.scrollTop) element.scrollTop = below;
  }, [treeCursor.value]);

  const first = Math.max(0, Math.floor(top.value / ROW_PX) - SPARE);
  const last = Math.min(all.length, Math.ceil((top.value + height.value) / ROW_PX) + SPARE);
  const shift = (index: number) => (creating >= 0 && index >= creating ? index + 1 : index);
  const shown = all.slice(first, last);
  return (
    <div
      class="tree"
      role="tree"
      aria-label="Files of the folder"
      aria-activedescendant={at >= first && at < last ? `row-${at}` : undefined}
      tabIndex={0}
      ref={box}
      onFocus={() => {
        treeCursor.value ??= all[0]?.path;
      }}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop;
      }}
      onKeyDown={pressed}
    >
      <div class="space" role="presentation" style={{ height: `${(all.length + (creating >= 0 ? 1 : 0)) * ROW_PX}px` }}>
        {shown.map((row, index) => (
          <Row key={row.path} row={row} index={first + index} place={shift(first + index)} />
        ))}
        {creating >= 0 && <NameRow place={creating} depth={depthOf(edit)} initial="" />}
      </div>
    </div>
  );
}

function depthOf(edit: typeof treeEdit.value): number {
  return edit?.kind === "create" && edit.directory ? edit.directory.split("/").length : 0;
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function pressed(event: KeyboardEvent): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = rows.value.find(({ path }) => path === treeCursor.value);
  const step = steps[event.key];
  if (step !== undefined) moveCursor(step);
  else if (event.key === "F5") refresh();
  else if (!row) return;
  else if (event.key === "Enter" || event.key === " ") choose(row, event.key === "Enter");
  else if (event.key === "ArrowRight" && row.type === "directory") openOrEnter(row.path, row.expanded);
  else if (event.key === "ArrowLeft") closeOrLeave(row.path, row.expanded);
  else if (event.key === "F2") treeEdit.value = { kind: "rename", path: row.path };
  else if (event.key === "Delete") void removeFile(row);
  else return;
  event.preventDefault();
}

function openOrEnter(path: string, isOpen: boolean): void {
  if (isOpen) moveCursor(1);
  else setExpanded(path, true);
}

function closeOrLeave(path: string, isOpen: boolean): void {
  if (isOpen) setExpanded(path, false);
  else if (parentOf(path)) treeCursor.value = parentOf(path);
}
