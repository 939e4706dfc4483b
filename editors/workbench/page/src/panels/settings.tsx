import { useEffect, useRef } from "preact/hooks";
import { tell } from "../backend.js";
import { chooseNotifications } from "../notification.js";
import { settingsOpen } from "../state/dialogs.js";
import { followsAgent, notifies, settings, theme } from "../state/settings.js";

const modes = ["review", "trust", "read-only"] as const;
const modeHints = {
  review: "Every change waits for you.",
  trust: "Changes are applied at once and can be undone.",
  "read-only": "Agents can look and change nothing.",
};
const themes = ["system", "light", "dark"] as const;
const saves = ["never", "when-clean", "always"] as const;
const saveNames = { never: "never", "when-clean": "when clean", always: "always" };

export function Settings() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>("input:checked")?.focus();
    const away = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    addEventListener("pointerdown", away);
    return () => {
      removeEventListener("pointerdown", away);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const { mode, saveOnAccept } = settings.value;
  return (
    <div
      class="popover settings"
      role="dialog"
      aria-label="Settings"
      ref={box}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <Segments
        legend="Mode"
        name="mode"
        all={modes}
        chosen={mode}
        hint={modeHints[mode]}
        choose={(next) => void tell("changeSettings", { mode: next })}
      />
      <Segments
        legend="Save the file on accept"
        name="save"
        all={saves}
        names={saveNames}
        chosen={saveOnAccept}
        choose={(next) => void tell("changeSettings", { saveOnAccept: next })}
      />
      <Segments
        legend="Theme"
        name="theme"
        all={themes}
        chosen={theme.value}
        choose={(next) => {
          theme.value = next;
        }}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={followsAgent.value}
          onChange={(event) => {
            followsAgent.value = event.currentTarget.checked;
          }}
        />
        Follow agents to what they look at
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={notifies.value}
          onChange={(event) => void chooseNotifications(event.currentTarget.checked)}
        />
        Notify me when a review waits and I look elsewhere
      </label>
    </div>
  );
}

function close(): void {
  settingsOpen.value = false;
}

interface SegmentsProps<T extends string> {
  readonly legend: string;
  readonly name: string;
  readonly all: readonly T[];
  readonly chosen: T;
  readonly choose: (value: T) => void;
  readonly names?: Readonly<Record<T, string>>;
  readonly hint?: string;
}

function Segments<T extends string>({ legend, name, all, chosen, choose, names, hint }: SegmentsProps<T>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="segments">
        {all.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
            {names?.[value] ?? value}
          </label>
        ))}
      </div>
      {hint && <p class="hint">{hint}</p>}
    </fieldset>
  );
}
