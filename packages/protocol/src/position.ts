/**
 * Positions outside are 1-based lines and 1-based columns in UTF-16 units.
 * The Language Server Protocol counts both from 0. Every conversion between the two stands here.
 */

/** 1-based, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** `end` is exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** 0-based line and UTF-16 offset in it, as language servers count. */
export interface ZeroBasedPosition {
  readonly line: number;
  readonly character: number;
}

export interface ZeroBasedRange {
  readonly start: ZeroBasedPosition;
  readonly end: ZeroBasedPosition;
}

/** The largest line or column taken from outside: what a signed 32-bit number holds. */
export const MAX_LINE = 2_147_483_647;

export function fromZeroBased(position: ZeroBasedPosition): Position {
  return { line: position.line + 1, column: position.character + 1 };
}

export function toZeroBased(position: Position): ZeroBasedPosition {
  return { line: position.line - 1, character: position.column - 1 };
}

export function rangeFromZeroBased(range: ZeroBasedRange): Range {
  return { start: fromZeroBased(range.start), end: fromZeroBased(range.end) };
}
