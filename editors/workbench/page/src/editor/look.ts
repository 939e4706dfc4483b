/** Tells the backend where the developer is, a few times a second at most. */
import type { EditorView } from "@codemirror/view";
import type { RequestParams } from "@tandem/workbench-shared";

const EVERY_MS = 250;

export class Look {
  readonly #send: (look: RequestParams<"lookAt">) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (look: RequestParams<"lookAt">) => void) {
    this.#send = send;
  }

  moved(file: string, view: EditorView): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#send(lookOf(file, view));
    }, EVERY_MS);
  }

  /** Another file is shown: what was due is of no interest. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function lookOf(file: string, view: EditorView): RequestParams<"lookAt"> {
  const { doc, selection } = view.state;
  const { head, from, to, empty } = selection.main;
  const line = doc.lineAt(head);
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  const at = (y: number) => doc.lineAt(view.lineBlockAtHeight(y - view.documentTop).from).number;
  const place = { file, line: line.number, column: head - line.from + 1, startLine: at(top), endLine: at(bottom) };
  return empty ? place : { ...place, selection: { from, to } };
}
