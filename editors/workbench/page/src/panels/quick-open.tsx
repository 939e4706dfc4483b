import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openFile } from "../actions/files.js";
import { request } from "../backend.js";
import { Dialog } from "../parts/dialog.js";
import { focusText } from "../stage.js";
import { connection } from "../state/connection.js";
import { quickOpen } from "../state/dialogs.js";
import { nameOf, parentOf } from "../state/tree.js";

const MOST_FILES = 60;
const AFTER_MS = 40;

export function QuickOpen() {
  const query = useSignal("");
  /** Undefined until the first answer. */
  const answer = useSignal<readonly string[] | undefined>(undefined);
  const files = answer.value ?? [];
  const at = useSignal(0);
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      request("findFiles", { query: query.value, limit: MOST_FILES }).then(
        (found) => {
          if (stale) return;
          answer.value = found.files;
          at.value = 0;
        },
        () => undefined,
      );
    }, AFTER_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [query.value, connection.value]);
  const open = (file: string | undefined) => {
    close();
    if (file !== undefined) void openFile(file, false).then(focusText);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const count = files.length;
    if (step !== 0 && count > 0) at.value = (at.value + step + count) % count;
    else if (event.key === "Enter") open(files[at.value]);
    else return;
    event.preventDefault();
    document.getElementById(`found-${at.value}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Dialog label="Open a file" look="quick" close={close}>
      <input
        role="combobox"
        aria-label="Name of the file"
        aria-controls="found"
        aria-expanded={files.length > 0}
        aria-activedescendant={files.length > 0 ? `found-${at.value}` : undefined}
        placeholder="Open a file by name"
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => {
          query.value = event.currentTarget.value;
        }}
        onKeyDown={pressed}
      />
      <div class="found" id="found" role="listbox" aria-label="Files">
        {files.map((file, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: the input above has the focus
          <div
            id={`found-${index}`}
            key={file}
            role="option"
            aria-selected={index === at.value}
            onClick={() => open(file)}
          >
            <span>{nameOf(file)}</span>
            <small class="clip">{parentOf(file)}</small>
          </div>
        ))}
      </div>
      {answer.value?.length === 0 && <p class="none">No file matches.</p>}
    </Dialog>
  );
}

function close(): void {
  quickOpen.value = false;
}
