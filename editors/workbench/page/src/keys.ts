/** Keys, as the developer presses and reads them. */
export const isMac = typeof navigator !== "undefined" && /Mac|iP(hone|ad)/.test(navigator.platform);

export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export type Decision = "accept" | "reject" | "accept-all";

/** What a key decides when the focus is in a review. By the key's place: ⌥Y types a sign on a Mac. */
export function decisionOf(pressed: Pressed, mac = isMac): Decision | undefined {
  const { code, altKey, shiftKey } = pressed;
  if (shiftKey) return undefined;
  if (code === "Enter" && hasMod(pressed, mac) && !altKey) return "accept-all";
  if (!altKey || pressed.ctrlKey || pressed.metaKey) return undefined;
  if (code === "KeyY") return "accept";
  if (code === "KeyN") return "reject";
  return undefined;
}

export type Command =
  | "quick-open"
  | "save"
  | "tree"
  | "problems"
  | "settings"
  | "close"
  | "mention"
  | "find"
  | "go-to-line"
  | "next-hunk"
  | "previous-hunk";

/** Shortcuts that work everywhere in the page. */
export function commandOf(pressed: Pressed, mac = isMac): Command | undefined {
  const { code, altKey, shiftKey } = pressed;
  if (code === "F7") return shiftKey ? "previous-hunk" : "next-hunk";
  if (altKey && !pressed.ctrlKey && !pressed.metaKey && !shiftKey) return withAlt[code];
  if (code === "KeyG" && pressed.ctrlKey && !pressed.metaKey && !altKey && !shiftKey) return "go-to-line";
  if (!hasMod(pressed, mac) || altKey) return undefined;
  if (shiftKey) return code === "KeyM" ? "problems" : undefined;
  return withMod[code];
}

const withAlt: Readonly<Record<string, Command>> = { KeyW: "close", KeyK: "mention" };

const withMod: Readonly<Record<string, Command>> = {
  KeyP: "quick-open",
  KeyS: "save",
  KeyB: "tree",
  KeyF: "find",
  Comma: "settings",
};

function hasMod({ ctrlKey, metaKey }: Pressed, mac: boolean): boolean {
  return mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

export const labels = isMac
  ? {
      accept: "⌥Y",
      reject: "⌥N",
      acceptAll: "⌘↵",
      quickOpen: "⌘P",
      save: "⌘S",
      tree: "⌘B",
      find: "⌘F",
      close: "⌥W",
      mention: "⌥K",
    }
  : {
      accept: "Alt+Y",
      reject: "Alt+N",
      acceptAll: "Ctrl+↵",
      quickOpen: "Ctrl+P",
      save: "Ctrl+S",
      tree: "Ctrl+B",
      find: "Ctrl+F",
      close: "Alt+W",
      mention: "Alt+K",
    };
