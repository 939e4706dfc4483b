/** How an agent uses the editor, as the `ide` section of its configuration says. */
import { errors } from "@tandem/protocol";
import * as z from "zod";

const section = z.strictObject({
  enabled: z.boolean().default(true),
  auto_connect: z.boolean().default(true),
  inject_diagnostics: z.boolean().default(true),
  inject_open_editors: z.boolean().default(true),
  use_ide_diffs: z.boolean().default(true),
  lock_dir_path: z.string().min(1).nullish(),
});

/** The settings, in the names of this library. */
export interface IdeConfig {
  /** False: no editor is looked for or connected to. */
  readonly enabled: boolean;
  /** False: only an explicit `connect` connects, and a lost connection is not made again by itself. */
  readonly autoConnect: boolean;
  /** False: errors and warnings are neither asked for nor told to the model. */
  readonly injectDiagnostics: boolean;
  /** False: open tabs are neither asked for nor told to the model. */
  readonly injectOpenEditors: boolean;
  /** False: writes are confirmed in the terminal, also while an editor is connected. */
  readonly useIdeDiffs: boolean;
  /** The only folder in which lock files are looked for; the usual ones if undefined. */
  readonly lockDirPath: string | undefined;
}

/**
 * Reads `{"ide": {…}}`, the fields in snake_case; what is left out has its default (everything on).
 * Throws `INVALID_INPUT`, which names what is wrong; a field that is not known is wrong. Other sections are not looked at.
 */
export function parseIdeConfig(document: unknown = {}): IdeConfig {
  const parsed = z.object({ ide: section.prefault({}) }).safeParse(document);
  if (!parsed.success) throw errors.invalidInput(complaints(parsed.error).join(" "));
  const { ide } = parsed.data;
  return {
    enabled: ide.enabled,
    autoConnect: ide.auto_connect,
    injectDiagnostics: ide.inject_diagnostics,
    injectOpenEditors: ide.inject_open_editors,
    useIdeDiffs: ide.use_ide_diffs,
    lockDirPath: ide.lock_dir_path ?? undefined,
  };
}

/** Everything on. */
export const defaultIdeConfig: IdeConfig = parseIdeConfig();

function complaints({ issues }: z.ZodError): string[] {
  return issues.flatMap((issue) => {
    const where = issue.path.join(".");
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => `${where}.${key} is not a known setting.`);
    return [`${where || "The configuration"}: ${issue.message}.`];
  });
}
