import type { Signal } from "@preact/signals";

interface Props {
  readonly label: string;
  readonly size: Signal<number>;
  readonly least: number;
  readonly most: number;
  readonly axis: "x" | "y";
  /** 1: the pane grows with the pointer's coordinate; -1: against it. */
  readonly grows: 1 | -1;
}

const STEP_PX = 16;

export function Splitter({ label, size, least, most, axis, grows }: Props) {
  const set = (pixels: number) => {
    size.value = Math.round(Math.min(most, Math.max(least, pixels)));
  };
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const handle = event.currentTarget;
    const begin = axis === "x" ? event.clientX : event.clientY;
    const before = size.value;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => set(before + grows * ((axis === "x" ? move.clientX : move.clientY) - begin));
    handle.onpointerup = () => {
      handle.onpointermove = null;
    };
  };
  const keys: Readonly<Record<string, 1 | -1>> =
    axis === "x" ? { ArrowLeft: -1, ArrowRight: 1 } : { ArrowUp: -1, ArrowDown: 1 };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no rule
    <div
      class={axis === "x" ? "splitter" : "splitter flat"}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === "x" ? "vertical" : "horizontal"}
      aria-valuenow={size.value}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const step = keys[event.key];
        if (step !== undefined) set(size.value + step * grows * STEP_PX);
      }}
    />
  );
}
