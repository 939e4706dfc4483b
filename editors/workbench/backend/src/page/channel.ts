/** The pages of one window: each that connects is told how things are, then of every change, and is served. */
import type { SettledCall } from "@tandem/host";
import type { Diagnostic } from "@tandem/protocol";
import type { PageConnection } from "@tandem/server";
import type { ToPage } from "@tandem/workbench-shared";
import type { FileChange } from "@tandem/workspace";
import { AgentsFeed } from "./agents-feed.js";
import { DiagnosticsFeed } from "./diagnostics-feed.js";
import { tellEffects } from "./effects-feed.js";
import { FileFinder } from "./file-finder.js";
import { Focus } from "./focus.js";
import { GitFeed } from "./git-feed.js";
import type { PageParts, Pages } from "./parts.js";
import { createRequestHandlers } from "./requests.js";
import { ReviewsFeed } from "./reviews-feed.js";
import { PageSession } from "./session.js";
import { TabsFeed } from "./tabs-feed.js";
import { TreeFeed } from "./tree-feed.js";

export interface PageChannel {
  /** A page that has proven itself. */
  connect(connection: PageConnection): void;
  /** How many pages are connected: without one nobody can decide a review. */
  readonly audience: number;
  /** Files changed on disk. */
  watched(changes: readonly FileChange[]): void;
  diagnosed(file: string, diagnostics: readonly Diagnostic[]): void;
  settled(call: SettledCall): void;
  /** Ends every connection. */
  close(): void;
}

export function createPageChannel(parts: PageParts): PageChannel {
  const { documents, view, settings, clock, log } = parts;
  const root = parts.paths.roots[0] as string;
  const sessions = new Set<PageSession>();
  const pages: Pages = {
    tell: (message) => {
      const text = JSON.stringify(message);
      for (const session of sessions) session.send(text);
    },
    get audience() {
      return sessions.size;
    },
  };

  const tabs = new TabsFeed(documents, view, pages);
  const agents = new AgentsFeed(parts, pages);
  const diagnostics = new DiagnosticsFeed(documents, pages);
  const git = new GitFeed(root, clock, pages, log);
  const tree = new TreeFeed(root, clock, pages, log);
  const reviews = new ReviewsFeed(parts.reviews, clock, pages, log);
  const finder = new FileFinder(parts.files);
  const settingsNow = (): ToPage => ({ type: "settings", settings: settings.current() });
  const watched = (changes: readonly FileChange[]) => {
    finder.watched(changes);
    tree.watched(changes);
    git.changed();
  };
  const undo = [
    settings.onChange(() => pages.tell(settingsNow())),
    documents.listen({
      changed: (document, _by, updates) => {
        for (const session of sessions) session.changed(document, updates);
      },
      saved: () => git.changed(),
      stored: (document) => {
        for (const session of sessions) session.stored(document);
      },
      unstored: ({ path }, reason) => pages.tell({ type: "unstored", file: path.path, reason }),
      closed: ({ path }) => {
        for (const session of sessions) session.closed(path.path);
      },
    }),
    tellEffects(documents, view, agents, pages),
  ];
  const focus = new Focus(view);
  const handlers = createRequestHandlers(parts, { finder, filesChanged: watched }, focus);

  return {
    connect: (connection) => {
      const session = new PageSession(connection, handlers, log, () => reviews.flush());
      sessions.add(session);
      connection.onClose(() => {
        sessions.delete(session);
        focus.set(session, false);
      });
      try {
        session.tell({ type: "welcome", ...parts.welcome });
        const state = [settingsNow(), ...agents.current(), tabs.current(), ...reviews.current(), ...git.current()];
        for (const message of [...state, ...diagnostics.current()]) session.tell(message);
      } catch (error) {
        log(`A page could not be told how things are: ${error}`);
        session.end();
      }
    },
    get audience() {
      return sessions.size;
    },
    watched,
    diagnosed: (file, found) => diagnostics.diagnosed(file, found),
    settled: (call) => agents.settled(call),
    close: () => {
      for (const end of undo) end();
      for (const feed of [tabs, agents, reviews, diagnostics, git, tree]) feed.close();
      for (const session of sessions) session.end();
      sessions.clear();
    },
  };
}
