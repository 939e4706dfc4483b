/**
 * Versions of texts. VS Code counts from 1 whenever it opens a file, which says nothing of the text; ours is made of the
 * text itself, so that what was read from a closed file guards an edit that opens it, and the same text has the same one.
 */
import { createHash } from "node:crypto";
import { textVersion } from "@tandem/workspace";
import type { TextDocument } from "vscode";
import { DocumentText } from "./document-text.js";

export interface VersionedText {
  readonly text: DocumentText;
  readonly version: number;
}

const known = new WeakMap<TextDocument, VersionedText & { readonly counted: number }>();

/** The text of a document as it is now. */
export function textOf(document: TextDocument): VersionedText {
  const before = known.get(document);
  if (before?.counted === document.version) return before;
  const text = DocumentText.of(document.getText());
  const now = { text, version: versionOf(text), counted: document.version };
  known.set(document, now);
  return now;
}

export function versionOf(text: DocumentText): number {
  return textVersion(createHash("sha256").update(text.toString()).digest("hex"));
}
