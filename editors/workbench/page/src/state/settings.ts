/** The developer's choices: the window's, kept by the backend, and this browser's, kept here. */
import { signal } from "@preact/signals";
import type { PageSettings } from "@tandem/workbench-shared";
import { remembered } from "./remembered.js";

export const settings = signal<PageSettings>({ mode: "review", saveOnAccept: "never" });

export type Theme = "system" | "light" | "dark";
export type BottomPanel = "problems" | "activity" | undefined;

export const theme = remembered<Theme>("theme", "system");
/** Wished for; the browser may have another opinion. */
export const notifies = remembered("notifies", false);
export const followsAgent = remembered("follow-agent", true);
export const treeWidth = remembered("tree-width", 232);
export const sideWidth = remembered("side-width", 288);
export const bottomHeight = remembered("bottom-height", 180);
export const showsTree = remembered("shows-tree", true);
export const showsSide = remembered("shows-side", true);
export const bottomPanel = remembered<BottomPanel | "">("bottom-panel", "");
export const showsDecided = remembered("shows-decided", true);
