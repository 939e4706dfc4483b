/** The developer of a scenario, on either host: sees what waits, decides it, selects, and looks away. */
import type { HostCore } from "@tandem/host";
import type { MemoryHost } from "@tandem/host/testing";
import type { Page } from "../../soak/page.js";

export interface Waiting {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly agent: string;
  readonly agentGone: boolean;
  /** The first place that changes, as it is proposed. */
  readonly insert: string;
}

/** 1-based, columns as well. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface DialectDeveloper {
  /** What waits, in the order of the queue, once there is as much. */
  waiting(count?: number): Promise<readonly Waiting[]>;
  /** What waits now. */
  pending(): readonly Waiting[];
  accept(review: Waiting): Promise<void>;
  reject(review: Waiting): Promise<void>;
  /** Their own lines in place of the proposed ones of the first hunk. Rejects where that is not theirs to do. */
  rewrite(review: Waiting, insert: string): Promise<void>;
  /** Looks at a file and selects a part of it. `text` is the file's, for the offsets. */
  select(relative: string, text: string, start: Place, end: Place): Promise<void>;
  /** Goes to another program. */
  lookAway(): Promise<void>;
  /** Points agents at a file, or at lines of it, from 1. */
  mention(file: string, startLine?: number, endLine?: number): Promise<void>;
  /** What agents have said in the status bar, and how loudly. */
  statuses(): readonly { readonly message: string; readonly level: string }[];
  /** Names of the agents that are connected. */
  agents(): readonly string[];
  /** Closes a tab with nothing unsaved in it. */
  closeTab(file: string): Promise<void>;
}

export function memoryDeveloper(core: HostCore, host: MemoryHost): DialectDeveloper {
  const pending = () =>
    core.reviews.pending().map(({ id, path, terms, agent, agentGone, hunks }) => ({
      id,
      file: path.path,
      title: terms?.title ?? "",
      agent: agent.name,
      agentGone,
      insert: hunks[0]?.insert ?? "",
    }));
  return {
    pending,
    waiting: (count = 1) =>
      new Promise((resolve) => {
        const look = () => {
          if (pending().length < count) return;
          undo();
          resolve(pending());
        };
        const undo = core.reviews.onChange(look);
        look();
      }),
    accept: ({ id }) => core.decisions.decideReview(id, "accept", ""),
    reject: ({ id }) => core.decisions.decideReview(id, "reject", ""),
    rewrite: ({ id }, insert) => core.decisions.editHunk(id, 0, insert),
    select: async (relative, _, start, end) => {
      host.select(relative, start, end);
      const selection = host.capabilities.editor?.selection(true);
      if (!selection || host.isPrivate(relative)) return;
      const { file, text } = selection;
      const payload = {
        file,
        text,
        startLine: start.line,
        endLine: end.line,
        startColumn: start.column,
        endColumn: end.column,
      };
      core.hub.publish({ name: "ide.event.selectionChanged", payload });
    },
    lookAway: async () => host.loseFocus(),
    mention: async (file, startLine, endLine) => {
      const payload = startLine === undefined || endLine === undefined ? { file } : { file, startLine, endLine };
      core.hub.publish({ name: "ide.event.mentioned", payload });
    },
    agents: () => core.agents.connected().map(({ name }) => name),
    statuses: () => host.statuses.map(({ message, level }) => ({ message, level })),
    closeTab: async (file) => {
      const path = await host.paths.file(file);
      await host.capabilities.editor?.close(path);
    },
  };
}

export function pageDeveloper(page: Page): DialectDeveloper {
  const waiting = (reviews: Page["reviews"]) =>
    reviews
      .filter(({ state }) => state === "pending")
      .map(({ id, file, title, agent, agentGone, hunks }) => ({
        id,
        file,
        title,
        agent: agent.name,
        agentGone,
        insert: hunks[0]?.insert ?? "",
      }));
  const decide = async (review: string, verdict: "accept" | "reject") => {
    await page.request("decideReview", { review, verdict, comment: "" });
    await page.ended(review);
  };
  return {
    pending: () => waiting(page.reviews),
    waiting: async (count = 1) => waiting(await page.pendingReviews(count)),
    accept: ({ id }) => decide(id, "accept"),
    reject: ({ id }) => decide(id, "reject"),
    rewrite: async ({ id }, insert) => {
      await page.request("editHunk", { review: id, hunk: 0, insert });
    },
    select: async (relative, text, start, end) => {
      await page.request("setFocus", { focused: true });
      const { file } = await page.request("openDocument", { relative, preview: false });
      const selection = { from: offsetOf(text, start), to: offsetOf(text, end) };
      await page.request("lookAt", { file, ...end, startLine: 1, endLine: end.line, selection });
    },
    lookAway: async () => {
      await page.request("setFocus", { focused: false });
    },
    mention: async (file, startLine, endLine) => {
      const lines = startLine === undefined || endLine === undefined ? {} : { lines: { startLine, endLine } };
      await page.request("mention", { file, ...lines });
    },
    agents: () => page.agents.filter(({ connected }) => connected).map(({ name }) => name),
    statuses: () => page.sayings.map(({ message, level }) => ({ message, level })),
    closeTab: async (file) => {
      await page.request("closeDocument", { file, discard: false });
    },
  };
}

function offsetOf(text: string, { line, column }: Place): number {
  const lines = text.split("\n").slice(0, line - 1);
  return lines.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}
