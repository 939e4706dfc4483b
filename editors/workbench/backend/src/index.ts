export { CalmLog, type Mode, type SettledCall, systemClock } from "@tandem/host";
export { readSettings, type Settings, SettingsError, settingsPath, settingsSchema } from "./settings.js";
export { startWorkbench, type Workbench, type WorkbenchOptions } from "./workbench.js";
