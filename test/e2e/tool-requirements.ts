/** What the tools of phase 1 promise, as data. */
import { doors, hostKinds, type RequirementGroup } from "./requirement.js";

const http = ["session", "stateless"] as const;
const memory = ["memory"] as const;
const workbench = ["workbench"] as const;

export const toolRequirements = [
  {
    source: "oxide §3 Phase 1 ide.editor",
    doors,
    hosts: hostKinds,
    behaviours: {
      "editor.getOpenFile:focused": "It tells the absolute path, the cursor and the visible lines of the focused tab.",
      "editor.getOpenFiles:tabs": "It lists every open tab by absolute path, and none that is not open.",
      "editor.getOpenFiles:dirty": "It tells for each tab whether it has unsaved changes.",
      "editor.getContent:whole": "Without a range the whole text comes, with the number of lines.",
      "editor.getContent:range": "startLine and endLine are 1-based and inclusive, and each can be left out.",
      "editor.getContent:live-buffer": "Unsaved changes are in the content, and dirty is true.",
      "editor.goToLine:opens": "The file is opened if it is not, and becomes the focused tab.",
      "editor.goToLine:line": "The cursor is on the line and the line is in the visible range.",
      "editor.replaceRange:replaces": "The lines startLine to endLine, inclusive, are replaced and no others.",
      "editor.replaceRange:new-range": "newRange names the lines that hold the new text, be they more or fewer.",
      "editor.replaceRange:not-saved": "The edit is in the live buffer alone; the file on disk stays as it was.",
    },
  },
  {
    source: "design §6 Tools",
    doors,
    hosts: hostKinds,
    behaviours: {
      "editor.getOpenFile:nothing-open": "With no tab open the answer is FILE_NOT_OPEN.",
      "editor.getOpenFiles:nothing-open": "With no tab open the list is empty.",
      "editor.getContent:not-open": "A file that is not open is read from disk, is not dirty, and is not opened by it.",
      "editor.getContent:past-end": "Lines past the end are left out; a start past the end is RANGE_INVALID.",
      "editor.getContent:final-newline": "A final newline ends the last line and counts as no further one.",
      "editor.goToLine:past-end": "A line past the end is RANGE_INVALID, and nothing is opened by it.",
      "editor.replaceRange:insert":
        "endLine = startLine - 1 inserts before startLine, also at the end and in an empty file.",
      "editor.replaceRange:delete": "An empty newText deletes the lines.",
      "editor.replaceRange:final-newline": "One final newline in newText is not an extra line.",
      "editor.replaceRange:background": "A file that is not open is opened, and the focused tab stays the focused one.",
      "editor.replaceRange:expected-text":
        "If the lines do not hold expectedText the answer is STALE and nothing changes.",
      "editor.replaceRange:version": "If the text is not at the given version the answer is STALE and nothing changes.",
      "editor.replaceRange:range-invalid": "A reversed range or one past the end is RANGE_INVALID and nothing changes.",
      "editor.save:writes": "The buffer is written to disk and is not dirty afterwards.",
      "editor.save:nothing-to-save": "Without unsaved changes saved is false and the version stays.",
      "editor.save:not-open": "A file that is not open answers FILE_NOT_OPEN.",
    },
  },
  {
    source: "design §5 Reviews (what is written) and §10 Workbench",
    doors: http,
    hosts: workbench,
    behaviours: {
      "editor.save:line-endings":
        "Untouched lines keep their own ending, be it CRLF, LF or CR; new ones get the file's.",
      "editor.save:bom": "A byte order mark stays on disk and is not part of the content.",
      "editor.save:no-final-newline": "A file without a final newline gets none by an edit elsewhere.",
      "editor.save:mode": "The file's mode is kept.",
      "editor.buffer:reloads": "A buffer without unsaved changes follows the disk.",
      "editor.buffer:conflict": "A dirty buffer whose file changes on disk is marked, kept, and never written over it.",
      "editor.buffer:encodings": "UTF-16 with a byte order mark, and Latin-1 where it is not UTF-8, are read as text.",
      "editor.buffer:not-text": "Binary files answer BINARY_FILE and stay as they are.",
      "editor.buffer:file-gone": "Unsaved text whose file is gone from disk can be read, edited, shown and saved.",
      "editor.buffer:folder-gone": "Tabs without unsaved text are closed when their folder is moved away.",
    },
  },
  {
    source: "oxide §3 Phase 1 ide.diagnostics",
    doors,
    hosts: memory,
    behaviours: {
      "diagnostics.list:fields": "An entry has file, 1-based range, severity word, message, source and perhaps a code.",
      "diagnostics.list:one-file": "With a file, only that file's diagnostics come.",
      "diagnostics.list:open-files": "Without a file, those of all open files come, and of no others.",
      "diagnostics.list:capped": "A long list is cut at the limit and says so.",
    },
  },
  {
    source: "oxide §3 Phase 1 ide.diagnostics and design §6 Tools",
    doors: http,
    hosts: workbench,
    behaviours: {
      "diagnostics.list:type-error": "A real type error is reported at its place, whether the file is open or not.",
      "diagnostics.list:fresh": "After an edit the next list is computed for the version that the edit made.",
      "diagnostics.list:cleared-and-saved": "An edit that mends the error clears it; saving puts it on disk.",
      "diagnostics.list:unknown-is-not-clean": "A file that no server knows is not fresh, with a reason.",
    },
  },
  {
    source: "oxide §3 Phase 1 ide.symbols",
    doors,
    hosts: memory,
    behaviours: {
      "symbols.search:fields": "A symbol has name, kind word, absolute path, 1-based line and perhaps its container.",
      "symbols.search:partial": "Part of a name finds it; a name that is not there finds nothing.",
      "symbols.search:capped": "A long list is cut at the limit and says so.",
    },
  },
  {
    source: "oxide §3 Phase 1 ide.symbols and design §6 Tools",
    doors: http,
    hosts: workbench,
    behaviours: {
      "symbols.search:nothing-open":
        "On a fresh workspace with nothing open, symbols of the whole workspace are found.",
      "symbols.search:semantic": "Names in comments and strings are not symbols.",
      "symbols.definition:found": "The definition of a use is found in another file, with the line's text.",
      "symbols.references:found": "All uses across files are found, with or without the declaration.",
    },
  },
  {
    source: "oxide §3 Phase 1 ide.file",
    doors,
    hosts: hostKinds,
    behaviours: {
      "file.list:root": "Without a directory the direct children of the workspace folder come.",
      "file.list:directory": "With a directory, relative to the workspace folder, its direct children come.",
      "file.list:recursive": "recursive lists the whole tree, a directory before its contents.",
      "file.list:entry": "An entry has name, path relative to the workspace folder, and type.",
    },
  },
  {
    source: "oxide §3 Phase 1 ide.file and design §6 Tools",
    doors,
    hosts: hostKinds,
    behaviours: {
      "file.list:paging": "A long list comes in pages that a cursor joins without gap or repetition; total counts all.",
      "file.list:bad-directory": "A missing, absolute or outside directory, or a file, is a typed error.",
    },
  },
  {
    source: "oxide §3 Phase 1 ide.file and design §6 Tools",
    doors: http,
    hosts: workbench,
    behaviours: {
      "file.list:ignored": "What git ignores is not listed, nor is .git.",
      "file.list:git-status":
        "Modified, added, renamed, untracked and conflicted files say so; unchanged ones say nothing.",
      "file.list:excludes": "What the developer's settings exclude is not listed.",
      "file.list:without-git": "Outside git the same list comes by the ignore files alone, without statuses.",
    },
  },
] as const satisfies readonly RequirementGroup[];
