import type { ComponentChildren } from "preact";

interface Props {
  readonly onClick: (event: MouseEvent) => void;
  readonly children: ComponentChildren;
  readonly look?: "primary" | "outlined" | "icon" | "icon close" | undefined;
  /** Needed where the children are no words. */
  readonly label?: string | undefined;
  /** Looks and reads as disabled, does nothing, and keeps the focus. */
  readonly inert?: boolean | undefined;
  readonly tabIndex?: number | undefined;
  /** For the mouse alone: the keyboard has another way. */
  readonly unread?: boolean | undefined;
}

export function Button({ onClick, children, look, label, inert = false, tabIndex, unread = false }: Props) {
  return (
    <button
      type="button"
      class={look}
      aria-label={label}
      title={label}
      aria-disabled={inert || undefined}
      aria-hidden={unread || undefined}
      tabIndex={unread ? -1 : tabIndex}
      // The mouse leaves the keyboard where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        if (!inert) onClick(event);
      }}
    >
      {children}
    </button>
  );
}
