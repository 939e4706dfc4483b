/** The proposed texts: each pending review as its file would be. What the developer types into one goes to the review. */
import {
  type Decisions,
  emptyText,
  isPending,
  type PlacedHunk,
  proposedText,
  type Review,
  type ReviewStore,
  type TextWriter,
  termsOf,
} from "@tandem/host";
import {
  Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  FilePermission,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Range,
  type TextDocument,
  type TextDocumentChangeEvent,
  type Uri,
  WorkspaceEdit,
  workspace,
} from "vscode";
import { changesBetween, DocumentText, difference } from "../document-text.js";
import { readReviewUri, reviewUri, SCHEME } from "./review-uri.js";

export interface ProposalsParts {
  readonly reviews: ReviewStore;
  readonly rewrite: Decisions["rewrite"];
  /** The live texts of files. */
  readonly texts: Pick<TextWriter, "now" | "live">;
  readonly log: (message: string) => void;
}

export class Proposals implements FileSystemProvider {
  readonly #parts: ProposalsParts;
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  /** When the text last changed, by review: what VS Code takes for a file's time. */
  readonly #times = new Map<string, { text: string; time: number }>();
  /** What we have given VS Code to show last, by review, until it is shown: nobody has typed that. */
  readonly #given = new Map<string, string>();
  readonly #subscription: Disposable;

  constructor(parts: ProposalsParts) {
    this.#parts = parts;
    this.#subscription = Disposable.from(
      workspace.registerFileSystemProvider(SCHEME, this, { isCaseSensitive: true }),
      workspace.onDidChangeTextDocument((event) => this.#typed(event)),
      workspace.onDidCloseTextDocument(({ uri }) => void this.#times.delete(readReviewUri(uri)?.id ?? "")),
      new Disposable(parts.reviews.onChange(() => this.#refresh())),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The text of a pending review, and where its hunks are in it. */
  of(review: Review): { readonly text: string; readonly places: readonly PlacedHunk[] } {
    const live = review.kind === "create" ? emptyText : (this.#parts.texts.now(review.path)?.text ?? emptyText);
    return proposedText(live, review.hunks);
  }

  /** Makes the document one that can be closed without a question. What was typed is in the review already. */
  async settle(id: string): Promise<void> {
    const document = documentOf(id);
    if (document?.isDirty) await document.save();
  }

  async stat(uri: Uri) {
    const { text, time, readonly } = await this.#file(uri);
    const permissions = readonly ? { permissions: FilePermission.Readonly } : {};
    return { type: FileType.File, ctime: time, mtime: time, size: Buffer.byteLength(text), ...permissions };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { text } = await this.#file(uri);
    const { id, side } = readReviewUri(uri) ?? {};
    if (id !== undefined && side === "proposed") this.#given.set(id, text);
    return Buffer.from(text);
  }

  /** There is nothing left to write: the review has every word from the moment in which it was typed. */
  writeFile(): void {}

  watch(): Disposable {
    return new Disposable(() => {});
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  async #file(uri: Uri) {
    const { id = "", side } = readReviewUri(uri) ?? {};
    const review = this.#parts.reviews.get(id);
    if (!review) throw FileSystemError.FileNotFound(uri);
    if (side === "empty") return { text: "", time: review.createdAt, readonly: true };
    const last = this.#times.get(id);
    if (!isPending(review) && last) return { ...last, readonly: false };
    if (review.kind !== "create") await this.#parts.texts.live(review.path);
    const { text } = this.of(this.#parts.reviews.get(id) ?? review);
    const before = this.#times.get(id);
    const time = before?.text === text ? before.time : Math.max(Date.now(), (before?.time ?? 0) + 1);
    this.#times.set(id, { text, time });
    return { text, time, readonly: review.kind === "delete" || !termsOf(review).editable };
  }

  #typed({ document, contentChanges }: TextDocumentChangeEvent): void {
    const { id, side } = readReviewUri(document.uri) ?? {};
    const review = id === undefined || side === "empty" ? undefined : this.#parts.reviews.get(id);
    if (contentChanges.length === 0 || !review || !isPending(review)) return;
    const text = DocumentText.of(document.getText());
    const given = this.#given.get(review.id);
    this.#given.delete(review.id);
    // The file may have gone on meanwhile, with what the developer types there.
    if (text.toString() === given) return this.#show(review, document);
    const changes = changesBetween(DocumentText.of(this.of(review).text), text, contentChanges);
    if (changes.length === 0) return;
    this.#parts.rewrite(review.id, changes).catch((error: unknown) => this.#parts.log(`Not taken over: ${error}`));
  }

  /** Shows what has become of the reviews whose documents are open. */
  #refresh(): void {
    for (const document of workspace.textDocuments) {
      const { id = "", side } = readReviewUri(document.uri) ?? {};
      const review = side === "proposed" ? this.#parts.reviews.get(id) : undefined;
      if (review && isPending(review)) this.#show(review, document);
    }
  }

  #show(review: Review, document: TextDocument): void {
    const wanted = DocumentText.of(this.of(review).text);
    const shown = DocumentText.of(document.getText());
    if (wanted.toString() === shown.toString()) return;
    if (!document.isDirty) {
      this.#changes.fire([{ type: FileChangeType.Changed, uri: reviewUri(review.path.path, review.id) }]);
      return;
    }
    // A document with the developer's own words is not read again by VS Code.
    this.#given.set(review.id, wanted.toString());
    void workspace.applyEdit(editOf(document, shown, wanted));
  }
}

function documentOf(id: string): TextDocument | undefined {
  return workspace.textDocuments.find(({ uri }) => {
    const found = readReviewUri(uri);
    return found?.id === id && found.side === "proposed";
  });
}

function editOf({ uri }: TextDocument, shown: DocumentText, wanted: DocumentText): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  for (const { from, to, insert } of difference(shown, wanted)) {
    const [start, end] = [shown.positionAt(from), shown.positionAt(to)];
    edit.replace(uri, new Range(start.line, start.character, end.line, end.character), insert);
  }
  return edit;
}
