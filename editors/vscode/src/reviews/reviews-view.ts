/** The Reviews view: who proposes what, down to the hunks, and how many wait. */
import { basename } from "node:path";
import { countLines, type Hunk, type Review, type ReviewStore, termsOf } from "@tandem/host";
import {
  Disposable,
  EventEmitter,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
} from "vscode";
import { DocumentText } from "../document-text.js";
import { Later } from "../later.js";

/** A review is brought into sight first and counted then, as VS Code shows one after the other; in milliseconds. */
export const COUNT_MS = 200;

export type Node =
  | { readonly kind: "agent"; readonly name: string }
  | { readonly kind: "review"; readonly review: Review }
  | { readonly kind: "hunk"; readonly review: Review; readonly hunk: Hunk };

export class ReviewsView implements TreeDataProvider<Node> {
  readonly #reviews: ReviewStore;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #subscription: Disposable;

  constructor(reviews: ReviewStore) {
    this.#reviews = reviews;
    const view = window.createTreeView<Node>("tandem.reviews", { treeDataProvider: this });
    const count = () => {
      const waiting = reviews.pending().length;
      view.badge = waiting === 0 ? undefined : { value: waiting, tooltip: waitingWords(waiting) };
      this.#changed.fire();
    };
    const later = new Later(count, COUNT_MS);
    this.#subscription = Disposable.from(view, later, new Disposable(reviews.onChange(() => later.ask())));
    count();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  getChildren(node?: Node): Node[] {
    const pending = this.#reviews.pending();
    if (!node) return [...new Set(pending.map(({ agent }) => agent.name))].map((name) => ({ kind: "agent", name }));
    if (node.kind === "agent") {
      return pending.filter(({ agent }) => agent.name === node.name).map((review) => ({ kind: "review", review }));
    }
    if (node.kind === "hunk" || !isDivisible(node.review)) return [];
    return node.review.hunks.map((hunk) => ({ kind: "hunk", review: node.review, hunk }));
  }

  getTreeItem(node: Node): TreeItem {
    if (node.kind === "agent") return agentItem(node.name);
    return node.kind === "review" ? reviewItem(node.review) : hunkItem(node.review, node.hunk);
  }
}

/** Whether its hunks can be decided one by one. */
function isDivisible(review: Review): boolean {
  return review.kind === "edit" && termsOf(review).editable;
}

export function waitingWords(count: number): string {
  return count === 1 ? "1 review waits" : `${count} reviews wait`;
}

function agentItem(name: string): TreeItem {
  const item = new TreeItem(name, TreeItemCollapsibleState.Expanded);
  item.id = `agent ${name}`;
  item.iconPath = new ThemeIcon("hubot");
  item.contextValue = "agent";
  return item;
}

const kindWords = { edit: "", create: "new file", delete: "delete" } as const;

function reviewItem(review: Review): TreeItem {
  const { id, path, kind, reason, hunks } = review;
  const item = new TreeItem(
    basename(path.path),
    isDivisible(review) ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None,
  );
  item.id = id;
  item.resourceUri = Uri.file(path.path);
  item.iconPath = ThemeIcon.File;
  const changed = `+${sum(hunks, ({ insert }) => insert)} −${sum(hunks, ({ removed }) => removed)}`;
  item.description = [kindWords[kind], changed, path.relative].filter((words) => words !== "").join(" · ");
  item.tooltip = reason === "" ? path.relative : `${path.relative}\n${reason}`;
  item.contextValue = "review";
  item.command = { command: "tandem.review.show", title: "Show", arguments: [id] };
  return item;
}

function hunkItem({ id }: Review, hunk: Hunk): TreeItem {
  const [first = ""] = (hunk.insert === "" ? hunk.removed : hunk.insert).split("\n");
  const item = new TreeItem(first.trim() === "" ? `line ${hunk.line}` : first.trim().slice(0, 80));
  item.id = `${id} ${hunk.id}`;
  item.description = hunk.stale ? "you changed these lines" : `line ${hunk.line}`;
  const icons = { undecided: "circle-outline", accepted: "check", rejected: "close" } as const;
  item.iconPath = new ThemeIcon(hunk.stale ? "warning" : icons[hunk.verdict]);
  item.contextValue = hunk.stale ? "stale-hunk" : `${hunk.verdict}-hunk`;
  item.command = { command: "tandem.review.show", title: "Show", arguments: [id, hunk.id] };
  return item;
}

function sum(hunks: readonly Hunk[], words: (hunk: Hunk) => string): number {
  return hunks.reduce((lines, hunk) => lines + countLines(DocumentText.of(words(hunk))), 0);
}
