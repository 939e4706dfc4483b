/** What the page's channel is made of. */
import type { AgentRegistry, Clock } from "@tandem/host";
import type { PageSettings, RequestParams, ToPage } from "@tandem/workbench-shared";
import type { FileList, WorkspacePaths } from "@tandem/workspace";
import type { Documents } from "../documents.js";
import type { View } from "../view.js";
import type { ReviewsForPage } from "./reviews.js";

export interface SettingsForPage {
  current(): PageSettings;
  change(changes: RequestParams<"changeSettings">): Promise<void>;
  /** Returns the undo. */
  onChange(listener: () => void): () => void;
}

export interface PageParts {
  readonly welcome: Omit<Extract<ToPage, { type: "welcome" }>, "type">;
  /** The first root is the folder that the page shows. */
  readonly paths: WorkspacePaths;
  readonly documents: Documents;
  readonly view: View;
  readonly files: Pick<FileList, "listFiles">;
  /** Glob patterns, relative to the folder, of what the tree does not show. */
  readonly excludes: readonly string[];
  readonly agents: Pick<AgentRegistry, "connected" | "onChange">;
  readonly reviews: ReviewsForPage;
  readonly settings: SettingsForPage;
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

/** Sends to every page that is connected; `audience` says how many there are. */
export interface Pages {
  tell(message: ToPage): void;
  readonly audience: number;
}
