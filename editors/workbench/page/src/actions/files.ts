/** What the developer does with files. */
import type { TabView } from "@tandem/workbench-shared";
import { report, request, tell } from "../backend.js";
import { RequestFailure } from "../channel.js";
import { buffers, goTo, showText, sync, textArrived } from "../stage.js";
import { askDeveloper } from "../state/dialogs.js";
import { pending } from "../state/reviews.js";
import { activeFile, activeTab, neighbourOf, openTabs, type ShownTab, tabs, untouch } from "../state/tabs.js";
import { nameOf } from "../state/tree.js";

const KEPT_HERE = "What you typed is still here: copy it before you close the tab.";
const ACTIVE_KEY = "tandem.active";

/** The file that came on top because there was nothing else, until the developer or a review brings one there. */
let unasked: string | undefined;

export function isUnasked(file: string): boolean {
  return unasked === file;
}

/** Brings a tab on top, loading its text if this page has none. */
export function activate(file: string): void {
  unasked = undefined;
  activeFile.value = file;
  sessionStorage.setItem(ACTIVE_KEY, file);
  untouch(file);
  const tab = tabs.value.find((one) => one.file === file);
  if (tab?.proposed) buffers.takeProposed(file);
  else if (tab && !buffers.isLive(file) && !loading.has(tab.relative)) void load(tab.relative, tab.preview);
  showText(file);
}

/** A file that was only proposed has no text of its own, even once its tab is real. */
function hasText({ file, proposed }: ShownTab): boolean {
  return proposed ? buffers.has(file) : buffers.isLive(file);
}

/** Relative paths of files that are being opened. */
const loading = new Set<string>();

async function load(relative: string, preview: boolean): Promise<string | undefined> {
  loading.add(relative);
  try {
    const { file } = await request("openDocument", { relative, preview });
    return file;
  } catch (error) {
    report(error);
    return undefined;
  } finally {
    loading.delete(relative);
  }
}

/** Resolves with its key when its text is shown; undefined if it cannot be, or `mayShow` forbids it once it is loaded. */
export async function openFile(
  relative: string,
  preview: boolean,
  mayShow: () => boolean = () => true,
): Promise<string | undefined> {
  const open = openTabs.value.find((tab) => tab.relative === relative);
  if (open && !preview && open.preview) void tell("keepDocument", { file: open.file });
  const file = open?.file ?? (await load(relative, preview));
  if (file === undefined || !mayShow()) return undefined;
  activate(file);
  await textArrived(file);
  return file;
}

/** Opens it and puts the cursor there. */
export async function openAt(relative: string, line: number, column: number): Promise<void> {
  const file = await openFile(relative, true);
  if (file !== undefined) goTo(file, line, column);
}

/**
 * Takes the backend's tabs. One that has been started again does not know them: those whose text this page has stay,
 * with the keyboard in them, until it has opened them.
 */
export function takeTabs(told: readonly TabView[]): void {
  const before = tabs.value.map(({ file }) => file);
  const isMissing = ({ file }: TabView) => buffers.isLive(file) && !told.some((tab) => tab.file === file);
  openTabs.value = [...told, ...openTabs.value.filter(isMissing)];
  chooseTab(before);
}

/** The file is not there any more: nothing of it is left, unless something typed is. */
export function forgetFile(file: string): void {
  if (sync.isUnsent(file)) report(new RequestFailure("FILE_NOT_FOUND", `${nameOf(file)} is gone.`, KEPT_HERE));
  else dropFile(file);
}

function dropFile(file: string): void {
  buffers.drop(file);
  takeTabs(openTabs.value.filter((tab) => tab.file !== file));
}

/** After a connect, and whenever tabs go: the tab shown last, else a neighbour. */
export function chooseTab(before: readonly string[]): void {
  const files = tabs.value.map(({ file }) => file);
  const wanted = activeFile.value ?? sessionStorage.getItem(ACTIVE_KEY) ?? undefined;
  const tab = tabs.value.find(({ file }) => file === wanted);
  if (tab) {
    if (activeFile.value === undefined || !hasText(tab)) activate(tab.file);
    return;
  }
  const next = wanted === undefined ? files.at(-1) : neighbourOf(before, wanted);
  const there = next !== undefined && files.includes(next) ? next : files.at(-1);
  if (there === undefined) {
    activeFile.value = undefined;
    return;
  }
  activate(there);
  if (wanted === undefined) unasked = there;
}

/** Asks all there is to ask before anything is lost: closing rejects the file's reviews. */
export async function closeTab(file: string): Promise<void> {
  const tab = tabs.value.find((one) => one.file === file);
  if (!tab) return;
  const waiting = pending.value.filter((review) => review.file === file);
  if (waiting.length > 0 && !(await confirmRejection(tab.relative, waiting.length))) return;
  await sync.settled(file);
  if (sync.isLost(file)) {
    if (await confirmLoss(tab.relative)) dropFile(file);
    return;
  }
  const fate = openTabs.value.find((one) => one.file === file)?.dirty ? await askFate(tab.relative) : "clean";
  if (fate === "cancel" || (fate === "save" && !(await save(file)))) return;
  await tell("closeDocument", { file, discard: fate === "discard" });
}

async function confirmRejection(relative: string, count: number): Promise<boolean> {
  const answer = await askDeveloper({
    title: `Close ${nameOf(relative)}?`,
    text: `Closing rejects ${count} ${count === 1 ? "review" : "reviews"}.`,
    choices: [
      { label: "Keep open", value: "keep" },
      { label: "Close and reject", value: "close", primary: true },
    ],
  });
  return answer === "close";
}

async function confirmLoss(relative: string): Promise<boolean> {
  const answer = await askDeveloper({
    title: `Throw away what you typed in ${nameOf(relative)}?`,
    text: "The file is gone; your text is nowhere but in this tab.",
    choices: [
      { label: "Keep open", value: "keep" },
      { label: "Throw away", value: "discard", primary: true },
    ],
  });
  return answer === "discard";
}

function askFate(relative: string): Promise<string> {
  return askDeveloper({
    title: `Save ${nameOf(relative)}?`,
    text: "It has changes that are not on disk.",
    choices: [
      { label: "Cancel", value: "cancel" },
      { label: "Discard", value: "discard" },
      { label: "Save", value: "save", primary: true },
    ],
  });
}

/** Waits until the backend has all that is typed. False: it was not saved, and the developer knows. */
export async function save(file: string, overwrite = false): Promise<boolean> {
  await sync.settled(file);
  return tell("saveDocument", { file, overwrite });
}

export async function saveActive(): Promise<void> {
  const tab = activeTab.value;
  if (tab && !tab.proposed) await save(tab.file);
}
