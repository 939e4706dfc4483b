import { ChangeSet } from "@codemirror/state";
import { resolvedPath } from "@tandem/host";
import { decodeText, type TextFile } from "@tandem/workspace";
import { expect, it } from "vitest";
import { Document } from "./document.js";

const stamp = { dev: 1n, ino: 1n, size: 4, mtimeNs: 1n, ctimeNs: 1n, mode: 0o100644, settled: true };

function open(settled: boolean): Document {
  const file: TextFile = { decoded: decodeText(Buffer.from("one\n")), stamp: { ...stamp, settled }, hash: "00000001" };
  return new Document(resolvedPath({ path: "/ws/a", root: "/ws", relative: "a" }), file);
}

it("a stamp that another change could have left too says nothing", () => {
  expect(open(true).fits(stamp)).toBe(true);
  expect(open(false).fits(stamp)).toBe(false);
});

it("a file that was lost and is back, stamp and all, is looked at again", () => {
  const document = open(true);
  document.apply({ clientID: "", changes: ChangeSet.of({ from: 0, to: 3, insert: "two" }, document.text.length) });
  document.diskLost();
  expect(document.fits(stamp)).toBe(false);
});
