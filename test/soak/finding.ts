/** Something that must not be: what the rounds are for. */
export type FindingKind = "torn" | "lost" | "double" | "other";

export class Finding extends Error {
  override readonly name = "Finding";
  readonly kind: FindingKind;

  constructor(kind: FindingKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export function must(holds: boolean, kind: FindingKind, message: string): asserts holds {
  if (!holds) throw new Finding(kind, message);
}
