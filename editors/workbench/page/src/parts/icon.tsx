/** Signs as paths: fonts differ too much to be relied on. */
const paths = {
  close: "M4 4l8 8M12 4l-8 8",
  down: "M3 6l5 5 5-5",
  right: "M6 3l5 5-5 5",
  plus: "M8 3v10M3 8h10",
  pencil: "M3 13l1-3 7-7 2 2-7 7zM10 4l2 2",
  bin: "M3 5h10M6 5V3h4v2M5 5l.6 8h4.8L11 5",
  tree: "M2.5 3h11v10h-11zM6 3v10",
  side: "M2.5 3h11v10h-11zM10 3v10",
  gear: "M2 5h6M12 5h2M2 11h2M8 11h6M8 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  find: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9M10.5 10.5L14 14",
  up: "M8 13V3M4 7l4-4 4 4",
  below: "M8 3v10M4 9l4 4 4-4",
  beside: "M2.5 3h4.5v10h-4.5zM9 3h4.5v10h-4.5z",
  speech: "M2.5 3h11v7.5h-6l-3 3v-3h-2z",
  branch: "M5 3v10M5 10c0-3 6-2 6-5M5 3a1 1 0 1 0 0-.1M11 5a1 1 0 1 0 0-.1",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 14 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width={1.5}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
