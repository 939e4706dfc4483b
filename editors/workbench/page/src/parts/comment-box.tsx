import { useLayoutEffect, useRef } from "preact/hooks";
import { noteTyping } from "../state/caret.js";
import { commentDraft, endComment, takesKeyboard } from "../state/comment.js";
import { Button } from "./button.js";

interface Action {
  readonly action: string;
  readonly submit: (text: string) => void;
}

interface Props extends Action {
  readonly label: string;
  /** It cannot be submitted now. */
  readonly inert: boolean;
  /** Given where the two are verdicts: then no key submits, for nobody could know which. */
  readonly other?: Action;
}

/** Enter keeps the comment, with Ctrl or ⌘ as well, and begins a line with Shift or where it would decide; Escape leaves. */
export function CommentBox({ label, action, inert, submit, other }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (takesKeyboard()) box.current?.focus();
  }, []);
  const keep = () => {
    if (!inert) submit(commentDraft.value.trim());
  };
  return (
    <div class="comment-box">
      <textarea
        ref={box}
        aria-label={label}
        placeholder={label}
        value={commentDraft.value}
        maxLength={10_000}
        onInput={({ currentTarget }) => {
          noteTyping();
          commentDraft.value = currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") endComment();
          else if (event.key === "Enter" && !event.shiftKey && !other) keep();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Button onClick={() => endComment()}>Cancel</Button>
      {other && (
        <Button look="outlined" inert={inert} onClick={() => other.submit(commentDraft.value.trim())}>
          {other.action}
        </Button>
      )}
      <Button look="outlined" inert={inert} onClick={keep}>
        {action}
      </Button>
    </div>
  );
}
