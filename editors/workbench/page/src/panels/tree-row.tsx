import type { GitStatus } from "@tandem/protocol";
import { useLayoutEffect, useRef } from "preact/hooks";
import { choose, finishEdit, removeFile, startCreating } from "../actions/tree.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { changedDirectories, git, gitLetter } from "../state/git.js";
import { activeTab } from "../state/tabs.js";
import { type TreeRow, treeCursor, treeEdit } from "../state/tree.js";

export const ROW_PX = 24;
const INDENT_PX = 14;

interface Props {
  readonly row: TreeRow;
  readonly index: number;
  /** Where it stands, which is one lower below a name being typed. */
  readonly place: number;
}

export function Row({ row, index, place }: Props) {
  const { path, name, type, depth, ignored } = row;
  const edit = treeEdit.value;
  if (edit?.kind === "rename" && edit.path === path) return <NameRow place={place} depth={depth} initial={name} />;
  const status = git.value.files[path];
  const changed = type === "directory" && changedDirectories.value.has(path);
  const looks = [
    "row",
    path === activeTab.value?.relative && "on",
    path === treeCursor.value && "at",
    ignored && "dim",
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the tree around it has the focus
    <div
      class={looks.filter(Boolean).join(" ")}
      id={`row-${index}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.beside}
      aria-expanded={type === "directory" ? row.expanded : undefined}
      aria-selected={path === treeCursor.value}
      style={position(place, depth)}
      title={path}
      onClick={() => choose(row, false)}
      onDblClick={() => {
        if (type === "file") choose(row, true);
      }}
    >
      {type === "directory" && (
        <span class="twist">
          <Icon name={row.expanded ? "down" : "right"} size={10} />
        </span>
      )}
      <span class="clip">{name}</span>
      <span class="tools">
        <Button look="icon" label={`New file beside ${name}`} unread onClick={() => startCreating(row)}>
          <Icon name="plus" size={12} />
        </Button>
        <Button look="icon" label={`Rename ${name}`} unread onClick={() => rename(path)}>
          <Icon name="pencil" size={12} />
        </Button>
        <Button look="icon" label={`Delete ${name}`} unread onClick={() => void removeFile(row)}>
          <Icon name="bin" size={12} />
        </Button>
      </span>
      {status && <Mark status={status} sign={gitLetter(status)} label={status} />}
      {changed && <Mark status="modified" sign="•" label="has changes" />}
    </div>
  );
}

/** What it says of git. */
function Mark({ status, sign, label }: { readonly status: GitStatus; readonly sign: string; readonly label: string }) {
  return (
    <b class={`mark git-${status}`} role="img" aria-label={label}>
      {sign}
    </b>
  );
}

function rename(path: string): void {
  treeEdit.value = { kind: "rename", path };
}

function position(place: number, depth: number) {
  return { top: `${place * ROW_PX}px`, paddingLeft: `${12 + depth * INDENT_PX}px` };
}

interface NameProps {
  readonly place: number;
  readonly depth: number;
  readonly initial: string;
}

/** Enter takes the name, Escape and leaving it do not. */
export function NameRow({ place, depth, initial }: NameProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const dot = initial.lastIndexOf(".");
    input.current?.focus();
    input.current?.setSelectionRange(0, dot > 0 ? dot : initial.length);
  }, []);
  const leave = (name: string) => {
    void finishEdit(name);
    document.querySelector<HTMLElement>(".tree")?.focus();
  };
  return (
    <div class="row" role="presentation" style={position(place, depth)}>
      <input
        ref={input}
        aria-label={initial ? `New name of ${initial}` : "Name of the new file"}
        defaultValue={initial}
        spellcheck={false}
        onBlur={() => {
          treeEdit.value = undefined;
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") leave(event.currentTarget.value.trim());
          if (event.key === "Escape") leave("");
          event.stopPropagation();
        }}
      />
    </div>
  );
}
