import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button.js";

interface Props {
  readonly label: string;
  readonly initial: string;
  readonly action: string;
  /** It cannot be submitted now. */
  readonly inert: boolean;
  readonly submit: (text: string) => void;
  readonly cancel: () => void;
}

/** Enter keeps the comment, with Ctrl or ⌘ as well, Shift+Enter begins a line, Escape leaves. */
export function CommentBox({ label, initial, action, inert, submit, cancel }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  const keep = () => {
    if (!inert) submit(box.current?.value.trim() ?? "");
  };
  return (
    <div class="comment-box">
      <textarea
        ref={box}
        aria-label={label}
        placeholder={label}
        defaultValue={initial}
        maxLength={10_000}
        onKeyDown={(event) => {
          if (event.key === "Escape") cancel();
          else if (event.key === "Enter" && !event.shiftKey) keep();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Button onClick={cancel}>Cancel</Button>
      <Button look="outlined" inert={inert} onClick={keep}>
        {action}
      </Button>
    </div>
  );
}
