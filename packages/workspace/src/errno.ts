/** The system's word for what went wrong ("ENOENT"); undefined if the system did not say. */
export function errnoOf(thrown: unknown): string | undefined {
  const code: unknown = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** A path that cannot be followed to its end: there is nothing there that could be opened. */
export function isMissing(thrown: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES"].includes(errnoOf(thrown) ?? "");
}
