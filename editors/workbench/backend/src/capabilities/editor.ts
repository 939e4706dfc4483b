import type { EditorCapability } from "@tandem/host";
import { errors } from "@tandem/protocol";
import type { Documents } from "../documents.js";
import type { View } from "../view.js";

export function createEditor(documents: Documents, view: View): EditorCapability {
  return {
    focused: () => view.focused(),
    openFiles: () => view.openFiles(),
    read: (path) => documents.read(path),
    save: (path) => documents.save(path),
    reveal: async (path, line, by) => {
      const document = await documents.open(path, (text) => {
        if (line > text.lines) throw errors.rangeInvalid(`${path.path} has no line ${line}.`);
      });
      return { moved: view.show(document, line, by) };
    },
  };
}
