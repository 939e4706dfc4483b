import { type EditorCapability, languageOf, type SelectionTracker } from "@tandem/host";
import { errors } from "@tandem/protocol";
import type { Documents } from "../documents.js";
import type { View } from "../view.js";

export function createEditor(documents: Documents, view: View, selection: SelectionTracker): EditorCapability {
  return {
    selection: (latest) => selection.get(latest),
    focused: () => view.focused(),
    openFiles: () => view.openFiles(),
    open: async (path, { preview, show, select }, by) => {
      const isNew = !documents.get(path.path);
      const document = await documents.open(path);
      await view.openTab(document, { preview, isNew });
      const moved = show && view.show(document, select?.start.line ?? 1, by, select);
      return { language: languageOf(path.path), moved };
    },
    close: async (path) => {
      const document = documents.get(path.path);
      if (!document) return false;
      if (document.dirty) throw errors.unsavedChanges(path.path);
      if (view.isLookedAt(path.path)) throw errors.notAllowed(`The developer looks at ${path.path}.`, "Leave it open.");
      await documents.close(document);
      return true;
    },
    showStatus: (message, level, by) => view.say({ message, level, by }),
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
