/** A quiet workbench: nothing opens, moves the focus or asks the network by itself. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  "workbench.startupEditor": "none",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "window.commandCenter": false,
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "security.workspace.trust.enabled": false,
  "remote.autoForwardPorts": false,
  "git.autofetch": false,
  "files.autoSave": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
  "npm.fetchOnlinePackageInfo": false,
  "json.schemaDownload.enable": false,
};

/** A folder is not trusted, and nobody asks about it. */
export const restrictingSettings: Readonly<Record<string, unknown>> = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};
