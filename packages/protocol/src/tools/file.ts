import * as z from "zod";
import { file, limit, page, text } from "../fields.js";
import { defineTool } from "../tool.js";
import { proposal, reviewSchema } from "./review.js";

export const gitStatuses = [
  "modified",
  "added",
  "deleted",
  "renamed",
  "copied",
  "type-changed",
  "untracked",
  "conflicted",
] as const;
export type GitStatus = (typeof gitStatuses)[number];

export const fileEntrySchema = z.object({
  name: z.string(),
  path: z.string().describe("Relative to the workspace folder"),
  type: z.enum(["file", "directory"]),
  gitStatus: z.enum(gitStatuses).optional().describe("Left out if unchanged, or outside git"),
});

export type FileEntry = z.infer<typeof fileEntrySchema>;

export const fileTools = [
  defineTool({
    name: "ide.file.list",
    title: "List files",
    description:
      "Files and directories of the workspace with their git status, without what git or the developer's settings ignore and without empty directories. Prefer it to ls or find. A long list comes in pages: pass the returned cursor to get the next one.",
    input: {
      directory: z
        .string()
        .max(4096)
        .default("")
        .describe("Relative to the workspace folder; the folder itself if left out"),
      recursive: z.boolean().default(false).describe("Also list what is inside the directories (default false)"),
      limit: limit(2000, 10_000),
      cursor: z.string().max(5000).optional().describe("From the previous page"),
    },
    output: {
      entries: z.array(fileEntrySchema),
      ...page,
      cursor: z.string().optional().describe("Pass it to get the next page; left out on the last one"),
    },
    effect: "read",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE", "GIT_FAILED"],
  }),
  defineTool({
    name: "ide.file.getRoots",
    title: "Workspace folders",
    description: "The folders that are open in this window, as absolute paths without links.",
    input: {},
    output: { roots: z.array(file) },
    effect: "read",
    errors: [],
    listed: false,
  }),
  defineTool({
    name: "ide.file.create",
    title: "Create a file",
    description:
      "Propose a new file with its text. The developer sees it and decides; on accept it is written to disk and opened. Folders that are missing are made. Prefer it to writing the file yourself.",
    input: { file, text: text.describe("The whole text of the file"), ...proposal },
    output: { applied: z.boolean(), file, review: reviewSchema.optional() },
    effect: "propose",
    errors: ["OUTSIDE_WORKSPACE", "STALE", "WRITE_FAILED", "FILE_TOO_LARGE"],
    deadlineMs: "none",
  }),
  defineTool({
    name: "ide.file.delete",
    title: "Delete a file",
    description:
      "Propose to delete a file. The developer sees what would go and decides; on accept it is removed from disk.",
    input: { file, ...proposal },
    output: { applied: z.boolean(), file, review: reviewSchema.optional() },
    effect: "propose",
    errors: ["FILE_NOT_FOUND", "OUTSIDE_WORKSPACE", "WRITE_FAILED", "FILE_TOO_LARGE", "BINARY_FILE"],
    deadlineMs: "none",
  }),
] as const;
