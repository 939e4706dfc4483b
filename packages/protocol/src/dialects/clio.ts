/**
 * The clio dialect: JSON objects with a `type` over a WebSocket of its own, without a token.
 * Positions are 0-based. An `id` that the agent sends with a message comes back in what answers it.
 */
import * as z from "zod";
import { MAX_LINE } from "../position.js";

/** Set in the terminals of a window: the port to take. It goes before the file. */
export const PORT_VARIABLE = "CLIO_IDE_PORT";
/** Of either side. */
export const VERSION = "0.1.0";
/** What `connected` tells. */
export const capabilities = ["diff", "apply", "status"] as const;
/** Of a `status`. */
export const levels = ["info", "warning", "error"] as const;

/** `~/.clio/ide/bridge.json`, of the window that had the focus last. */
export const bridgeFileSchema = z.object({
  port: z.int().min(1).max(65_535),
  pid: z.int().min(1),
  ideName: z.string().max(200),
  workspaceFolders: z.array(z.string().max(4096)).max(1000),
  /** Of writing, in milliseconds since the epoch. */
  timestamp: z.number().min(0),
});
export type BridgeFile = z.infer<typeof bridgeFileSchema>;

/** Where agents look for the file. */
export function bridgeFilePath(homeFolder: string): string {
  return `${homeFolder}/.clio/ide/bridge.json`;
}

const id = z.union([z.string().max(200), z.number()]).optional();
const file = z.string().min(1).max(4096);
const description = z.string().max(2000).optional();
const number = z.int().min(0).max(MAX_LINE);
const position = z.object({ line: number, character: number });
const range = z.object({ start: position, end: position });

/** One edit to apply; a range past the end of a line is clamped. */
export const editSchema = z.object({ range, newText: z.string() });
/** One edit to propose; nothing is shown unless the range holds `oldText`. */
export const proposedEditSchema = editSchema.extend({ oldText: z.string() });

export type Edit = z.infer<typeof editSchema>;
export type ProposedEdit = z.infer<typeof proposedEditSchema>;

const edits = <T extends z.ZodType>(edit: T) => z.array(edit).min(1).max(10_000);

/** What an agent says. */
export const agentMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("connect"), id, clientVersion: z.string().max(100) }),
  /** Shown, not applied: the agent applies what is accepted. */
  z.object({ type: z.literal("openDiff"), id, file, before: z.string(), after: z.string(), description }),
  /** The host applies what is accepted to the live text. */
  z.object({ type: z.literal("proposeDiff"), id, file, edits: edits(proposedEditSchema), description }),
  z.object({ type: z.literal("applyDiff"), id, file, edits: edits(editSchema) }),
  z.object({ type: z.literal("closeDiff"), id, file }),
  z.object({ type: z.literal("status"), id, message: z.string().max(2000), level: z.enum(levels).default("info") }),
]);
export type AgentMessage = z.infer<typeof agentMessageSchema>;
/** As an agent may write it: defaults left out. */
export type AgentMessageInput = z.input<typeof agentMessageSchema>;

/** What a host says. */
export const hostMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("connected"), id, serverVersion: z.string(), capabilities: z.array(z.string()) }),
  z.object({ type: z.literal("diffAccepted"), id, file }),
  z.object({ type: z.literal("diffRejected"), id, file }),
  z.object({ type: z.literal("error"), id, message: z.string(), code: z.string() }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;
