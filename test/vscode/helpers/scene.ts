/** What scenarios work with. The editor is started before them, once for all. */
import type { Agent } from "../../page/helpers/agent.js";
import type { Editor } from "./editor.js";
import type { Workbench } from "./workbench.js";

export interface Scene {
  editor(): Editor;
  agent(): Agent;
  workbench(): Workbench;
}
