/** The version of the toolbox that `serverInfo.version` reports: 0.1.x is phase 1 of the tool surface. */
export const TOOLBOX_VERSION = "0.1.0";
/** How Tandem calls itself in `serverInfo.name`. */
export const SERVER_NAME = "tandem";
