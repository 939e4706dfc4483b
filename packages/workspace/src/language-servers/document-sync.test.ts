import { describe, expect, it } from "vitest";
import { DocumentSync } from "./document-sync.js";
import { type Language, languages } from "./server-table.js";
import { EditedDocument } from "./testing/temporary-workspace.js";

function connected() {
  const sent: string[] = [];
  let told = 0;
  const sync = new DocumentSync(languages[0] as Language, () => ++told);
  const connect = () =>
    sync.connect((method, params) => {
      const { textDocument, contentChanges } = params as {
        textDocument: { version?: number; text?: string };
        contentChanges?: { text: string }[];
      };
      const text = textDocument.text ?? contentChanges?.[0]?.text;
      const what = method.replace("textDocument/did", "");
      sent.push([what, textDocument.version, text].filter((word) => word !== undefined).join(" "));
    });
  connect();
  return { sync, sent, reconnect: connect };
}

describe("DocumentSync", () => {
  it("sends whole texts with growing versions, and none twice", () => {
    const { sync, sent } = connected();
    const a = new EditedDocument("/a.ts", "one");
    sync.open(a);
    a.edit("two");
    sync.change(a);
    sync.change(a);
    a.edit("two");
    sync.change(a);
    sync.save("/a.ts");
    expect(sync.sent("/a.ts")).toEqual({ wireVersion: 2, version: 3, text: "two" });
    sync.close("/a.ts");
    sync.close("/a.ts");
    expect(sent).toEqual(["Open 1 one", "Change 2 two", "Save", "Close"]);
  });

  it("shows a document as long as somebody wants it", () => {
    const { sync, sent } = connected();
    const release = sync.hold(new EditedDocument("/a.ts", "disk"));
    const releaseOther = sync.hold(new EditedDocument("/a.ts", "disk"));
    release();
    sync.open(new EditedDocument("/a.ts", "buffer"));
    releaseOther();
    const releaseLast = sync.hold(new EditedDocument("/a.ts", "disk"));
    sync.close("/a.ts");
    releaseLast();
    expect(sent).toEqual(["Open 1 disk", "Change 2 buffer", "Close"]);
  });

  it("shows everything to a new server", () => {
    const { sync, sent, reconnect } = connected();
    const a = new EditedDocument("/a.ts", "one");
    sync.open(a);
    sync.disconnect();
    expect(sync.sent("/a.ts")).toBeUndefined();
    a.edit("two");
    sync.change(a);
    reconnect();
    expect(sent).toEqual(["Open 1 one", "Open 2 two"]);
  });
});
