/** Puts the page together. */
import { effect, untracked } from "@preact/signals";
import { render } from "preact";
import { hunkRequest } from "./actions/decide.js";
import { closeTab, forgetFile, saveActive } from "./actions/files.js";
import { mention } from "./actions/mention.js";
import { goToNextHunk } from "./actions/reviews.js";
import { useChannel } from "./backend.js";
import { Channel } from "./channel.js";
import { watchFocus } from "./focus.js";
import { type Command, commandOf } from "./keys.js";
import { placeReview, takeMessage } from "./messages.js";
import { Workbench } from "./panels/workbench.js";
import { takeSecret } from "./secret.js";
import { openFind, openGoToLine, serveHunkRequest, sync } from "./stage.js";
import { folderName, setConnection } from "./state/connection.js";
import { question, quickOpen, settingsOpen } from "./state/dialogs.js";
import { chosenReview, pending } from "./state/reviews.js";
import { bottomPanel, showsTree, theme } from "./state/settings.js";
import { activeFile, followShownReview } from "./state/tabs.js";
import "./styles/index.css";

const commands: Readonly<Record<Command, () => void>> = {
  "quick-open": () => {
    quickOpen.value = true;
  },
  save: () => void saveActive(),
  tree: () => {
    showsTree.value = !showsTree.value;
  },
  problems: () => {
    bottomPanel.value = bottomPanel.value === "problems" ? "" : "problems";
  },
  settings: () => {
    settingsOpen.value = !settingsOpen.value;
  },
  close: () => {
    if (activeFile.value !== undefined) void closeTab(activeFile.value);
  },
  mention: () => void mention(),
  find: openFind,
  "go-to-line": openGoToLine,
  "next-hunk": () => goToNextHunk(1),
  "previous-hunk": () => goToNextHunk(-1),
};

function listenToKeys(): void {
  addEventListener(
    "keydown",
    (event) => {
      const command = commandOf(event);
      if (!command || question.value || (quickOpen.value && command !== "quick-open")) return;
      event.preventDefault();
      event.stopPropagation();
      commands[command]();
    },
    { capture: true },
  );
}

function followState(): void {
  followShownReview();
  effect(() => {
    if (theme.value === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });
  effect(() => {
    const waiting = pending.value.length > 0 ? `(${pending.value.length}) ` : "";
    document.title = `${waiting}${folderName.value ? `${folderName.value} – ` : ""}Tandem`;
  });
  effect(() => {
    chosenReview.value;
    untracked(placeReview);
  });
  effect(() => {
    if (hunkRequest.value) serveHunkRequest();
  });
}

function connect(secret: string): void {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/channel`;
  const channel = new Channel(address, secret, { told: takeMessage, lost: () => setConnection("offline") });
  useChannel(channel);
  sync.onGone(forgetFile);
  channel.connect();
  watchFocus();
  addEventListener("online", () => channel.hurry());
  document.addEventListener("visibilitychange", () => channel.hurry());
  addEventListener("beforeunload", (event) => {
    if (sync.hasUnsent) event.preventDefault();
  });
}

const secret = takeSecret();
if (secret === undefined) setConnection("no-secret");
else connect(secret);
listenToKeys();
followState();
const app = document.getElementById("app");
if (app) render(<Workbench />, app);
