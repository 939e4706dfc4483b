/** A real folder with documents and a page's channel over it, for one test. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ChangeSet } from "@codemirror/state";
import { AgentRegistry, type ChangedBy, systemClock, type TextChange } from "@tandem/host";
import type { PageSettings, ReviewView } from "@tandem/workbench-shared";
import { createFileList, createPathResolver, type WorkspacePaths } from "@tandem/workspace";
import { Documents } from "../../documents.js";
import { View } from "../../view.js";
import { createPageChannel, type PageChannel } from "../channel.js";
import type { SettingsForPage } from "../parts.js";
import type { ReviewsForPage } from "../reviews.js";
import { MemoryConnection } from "./memory-connection.js";

export class PageScene {
  readonly root: string;
  readonly paths: WorkspacePaths;
  readonly documents = new Documents();
  readonly view = new View(this.documents);
  readonly agents = new AgentRegistry(systemClock);
  readonly reviews = new ListedReviews();
  readonly channel: PageChannel;

  private constructor(root: string, paths: WorkspacePaths) {
    this.root = root;
    this.paths = paths;
    this.channel = createPageChannel({
      welcome: { window: "w", root, name: "folder", version: "1" },
      paths,
      documents: this.documents,
      view: this.view,
      files: createFileList({ root }),
      excludes: [],
      agents: this.agents,
      reviews: this.reviews,
      settings: new HeldSettings(),
      clock: systemClock,
      log: () => {},
    });
  }

  static async make(files: Readonly<Record<string, string>>): Promise<PageScene> {
    const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-page-")));
    const scene = new PageScene(root, await createPathResolver([root]));
    for (const [name, text] of Object.entries(files)) await scene.write(name, text);
    return scene;
  }

  at(name: string): string {
    return join(this.root, name);
  }

  async write(name: string, text: string): Promise<void> {
    await mkdir(dirname(this.at(name)), { recursive: true });
    await writeFile(this.at(name), text);
  }

  connect(): MemoryConnection {
    const connection = new MemoryConnection();
    this.channel.connect(connection);
    return connection;
  }

  /** Types into a document that the page has open, and has all updates of. */
  async type(page: MemoryConnection, name: string, change: TextChange): Promise<void> {
    const document = this.documents.get(this.at(name));
    if (!document) throw new Error(`${name} is not open.`);
    const changes = ChangeSet.of(change, document.text.length).toJSON() as unknown;
    const updates = [{ clientID: "me", changes }];
    const { edition, version } = document;
    await page.request("pushUpdates", { file: this.at(name), edition, version, updates });
  }

  /** As an accepted change of an agent comes. */
  async agentEdits(name: string, by: ChangedBy, plan: (length: number) => TextChange): Promise<void> {
    const path = await this.paths.file(this.at(name));
    await this.documents.change([{ path, plan: ({ text }) => [plan(text.length)] }], by);
  }

  async dispose(): Promise<void> {
    this.channel.close();
    await rm(this.root, { recursive: true });
  }
}

/** A desk that holds what a test puts into it and remembers what it was told. */
export class ListedReviews implements ReviewsForPage {
  reviews: ReviewView[] = [];
  readonly calls: unknown[] = [];
  #listener: () => void = () => {};

  pending = () => this.reviews;
  decided = () => [];
  onChange = (listener: () => void) => {
    this.#listener = listener;
    return () => {};
  };

  decideReview: ReviewsForPage["decideReview"] = async (params) => {
    this.calls.push(params);
    this.reviews = this.reviews.filter(({ id }) => id !== params.review);
    this.#listener();
  };
  decideHunks: ReviewsForPage["decideHunks"] = async (params) => void this.calls.push(params);
  editHunk: ReviewsForPage["editHunk"] = async (params) => void this.calls.push(params);
  commentHunk: ReviewsForPage["commentHunk"] = async (params) => void this.calls.push(params);
  undoReview: ReviewsForPage["undoReview"] = async (params) => void this.calls.push(params);
}

class HeldSettings implements SettingsForPage {
  #settings: PageSettings = { mode: "review", saveOnAccept: "never" };
  #listener: () => void = () => {};

  current = () => this.#settings;
  onChange = (listener: () => void) => {
    this.#listener = listener;
    return () => {};
  };

  change: SettingsForPage["change"] = async ({ mode, saveOnAccept }) => {
    const { mode: oldMode, saveOnAccept: oldSave } = this.#settings;
    this.#settings = { mode: mode ?? oldMode, saveOnAccept: saveOnAccept ?? oldSave };
    this.#listener();
  };
}

export function pendingReview(file: string, id = "r"): ReviewView {
  return {
    id,
    agent: { id: "agent-1", name: "tester", colour: "teal", connected: true },
    agentGone: false,
    file,
    relative: basename(file),
    kind: "edit",
    title: "",
    reason: "",
    writer: "host",
    saves: false,
    editable: true,
    state: "pending",
    version: 0,
    hunks: [],
    added: 0,
    removed: 0,
    protected: false,
    comment: "",
    createdAt: 0,
    undoable: false,
    undone: false,
  };
}
