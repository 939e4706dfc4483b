import type { ComponentChildren } from "preact";

interface Props {
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly look?: string;
}

export function Banner({ children, actions, look = "" }: Props) {
  return (
    <output class={`banner ${look}`}>
      <span>{children}</span>
      {actions && <span class="act">{actions}</span>}
    </output>
  );
}
