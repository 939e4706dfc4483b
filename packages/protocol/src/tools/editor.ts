import * as z from "zod";
import { column, dirty, file, line, position, text, version } from "../fields.js";
import { defineTool } from "../tool.js";
import { proposal, reviewSchema } from "./review.js";

const lineEdit = {
  startLine: line.describe("First line to replace, 1-based"),
  endLine: z.int().min(0).describe("Last line to replace, inclusive; startLine - 1 inserts"),
  newText: text.describe("Replacement; one final newline is not an extra line"),
  expectedText: z.string().optional().describe("What the lines hold now; if they do not, nothing is changed (STALE)"),
};

const lineRange = z.object({ startLine: line, endLine: z.int().min(0).describe("Inclusive") });

/** Of every proposal to change the text of a file. */
const editErrors = [
  "FILE_NOT_FOUND",
  "OUTSIDE_WORKSPACE",
  "RANGE_INVALID",
  "STALE",
  "FILE_TOO_LARGE",
  "BINARY_FILE",
  "WRITE_FAILED",
] as const;

export const statusLevels = ["info", "warning", "error"] as const;
export type StatusLevel = (typeof statusLevels)[number];

export const editorTools = [
  defineTool({
    name: "ide.editor.getOpenFile",
    title: "Focused file",
    description:
      "What the developer is looking at right now: path, cursor and visible lines of the focused tab. Call it when they say 'this', 'here' or 'the current file'.",
    input: {},
    output: {
      file,
      cursor: z.object({ line, column }),
      visibleRange: lineRange,
      dirty,
      version,
    },
    effect: "read",
    errors: ["FILE_NOT_OPEN"],
  }),
  defineTool({
    name: "ide.editor.getOpenFiles",
    title: "Open files",
    description:
      "All open tabs and whether each has unsaved changes: the developer's working set. Call it to learn what they are busy with.",
    input: {},
    output: {
      files: z.array(
        z.object({
          file,
          dirty,
          version,
          conflict: z.boolean().describe("True if the file changed on disk while the buffer was dirty"),
          active: z.boolean().describe("True for the focused one"),
          preview: z.boolean().describe("True if the tab makes room for the next one"),
          language: z.string().describe("For example typescript; plaintext if unknown"),
        }),
      ),
    },
    effect: "read",
    errors: [],
  }),
  defineTool({
    name: "ide.editor.getSelection",
    title: "Selected text",
    description:
      "What the developer has selected, with its place. Call it when they say 'this code' or 'the selection'. latest: true also gives a selection that they left for another window.",
    input: {
      latest: z.boolean().default(false).describe("Also one from before the editor lost the focus (default false)"),
    },
    output: {
      selection: z
        .object({ file, text: z.string(), start: position, end: position })
        .optional()
        .describe("Left out if no file is open, or its contents are not for agents; text is empty at a bare cursor"),
    },
    effect: "read",
    errors: [],
  }),
  defineTool({
    name: "ide.editor.getContent",
    title: "Read a file",
    description:
      "Read a file as the developer sees it, unsaved changes included. Prefer it to reading from disk. For a long file pass startLine and endLine. Keep the returned version: pass it to ide.editor.replaceRange so that your line numbers cannot be out of date.",
    input: {
      file,
      startLine: line.optional().describe("First line, 1-based (default 1)"),
      endLine: line.optional().describe("Last line, inclusive (default the last one; lines past the end are left out)"),
    },
    output: {
      content: z.string().describe("The lines asked for, joined by \\n"),
      totalLines: z.int().min(0).describe("A final newline ends the last line and begins no further one"),
      dirty,
      version,
    },
    effect: "read",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE", "RANGE_INVALID", "FILE_TOO_LARGE", "BINARY_FILE"],
  }),
  defineTool({
    name: "ide.editor.goToLine",
    title: "Show a line",
    description:
      "Open a file and bring a line into the developer's view, briefly highlighted. Use it to point at the code you talk about. If the developer is typing, the file is opened but their cursor stays (moved: false).",
    input: { file, line },
    output: {
      file,
      line,
      moved: z.boolean().describe("False if the developer was typing and their cursor was left alone"),
    },
    effect: "navigate",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE", "RANGE_INVALID", "FILE_TOO_LARGE", "BINARY_FILE"],
  }),
  defineTool({
    name: "ide.editor.open",
    title: "Open a file",
    description:
      "Open a file in a tab, and show and select a part of it. The developer's own cursor stays while they type.",
    input: {
      file,
      preview: z.boolean().default(false).describe("In the tab that makes room for the next one (default false)"),
      show: z.boolean().default(true).describe("Bring it to the front (default true)"),
      select: z.object({ start: position, end: position }).optional(),
    },
    output: {
      file,
      language: z.string(),
      totalLines: z.int().min(0),
      moved: z.boolean().describe("False if it was not brought to the front"),
    },
    effect: "navigate",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE", "RANGE_INVALID", "FILE_TOO_LARGE", "BINARY_FILE"],
    listed: false,
  }),
  defineTool({
    name: "ide.editor.close",
    title: "Close a file",
    description:
      "Close the tab of a file. One that has unsaved changes, that the developer looks at or that waits for their decision is left open (NOT_ALLOWED).",
    input: { file },
    output: { file, closed: z.boolean().describe("False if it was not open") },
    effect: "navigate",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE"],
    listed: false,
  }),
  defineTool({
    name: "ide.editor.getWindow",
    title: "Who else is here",
    description: "The other agents that are connected to this window, and how many changes wait for the developer.",
    input: {},
    output: {
      agents: z.array(
        z.object({
          name: z.string(),
          version: z.string(),
          dialect: z.string(),
          since: z.int().describe("Milliseconds since the epoch"),
        }),
      ),
      waitingReviews: z.int().min(0).describe("Of all agents"),
    },
    effect: "read",
    errors: [],
    listed: false,
  }),
  defineTool({
    name: "ide.editor.showStatus",
    title: "Say something",
    description: "Show a line in the status bar, and an error as a notification too.",
    input: {
      message: z.string().max(1000),
      level: z.enum(statusLevels).default("info"),
    },
    output: { shown: z.boolean() },
    effect: "navigate",
    errors: [],
    listed: false,
  }),
  defineTool({
    name: "ide.editor.replaceRange",
    title: "Edit lines",
    description:
      "Propose to replace lines startLine to endLine of a file by newText. The developer sees it as a diff in the editor and decides, hunk by hunk; the call answers when they have. Prefer it to writing files yourself. endLine = startLine - 1 inserts before startLine; an empty newText deletes the lines. The buffer is not saved: call ide.editor.save when that is wanted. Pass version (from ide.editor.getContent) or expectedText to be safe from edits made meanwhile.",
    input: {
      file,
      ...lineEdit,
      version: version
        .optional()
        .describe("Version the line numbers were read from; if it moved on, nothing is changed (STALE)"),
      ...proposal,
    },
    output: {
      applied: z.boolean().describe("False if the developer has not decided yet, or against it; see review"),
      newRange: lineRange.describe("The lines that hold the new text now; endLine = startLine - 1 after a deletion"),
      version,
      review: reviewSchema.optional().describe("What became of it; left out if it was applied without a review"),
    },
    effect: "propose",
    errors: editErrors,
    deadlineMs: "none",
  }),
  defineTool({
    name: "ide.editor.applyEdits",
    title: "Edit several places",
    description:
      "Propose several edits, in one file or many, as one change set: all of them fit the present texts, or nothing is proposed. Line numbers of one file are all counted before any edit. Prefer it to several ide.editor.replaceRange calls when the edits belong together.",
    input: {
      files: z
        .array(
          z.strictObject({
            file,
            edits: z.array(z.strictObject(lineEdit)).min(1).max(1000),
            version: version.optional().describe("Version the line numbers were read from"),
          }),
        )
        .min(1)
        .max(200),
      ...proposal,
    },
    output: {
      applied: z.boolean().describe("True if at least a part of every file's edits was applied"),
      files: z.array(z.object({ file, version, applied: z.boolean(), review: reviewSchema.optional() })),
    },
    effect: "propose",
    errors: editErrors,
    deadlineMs: "none",
  }),
  defineTool({
    name: "ide.editor.save",
    title: "Save a file",
    description:
      "Write an open file's buffer to disk, keeping its encoding and line endings. Call it before you run a program that reads the file from disk.",
    input: { file },
    output: { file, saved: z.boolean().describe("False if there was nothing to save"), version },
    effect: "adjust",
    errors: ["FILE_NOT_FOUND", "FILE_NOT_OPEN", "OUTSIDE_WORKSPACE", "WRITE_FAILED"],
  }),
] as const;
