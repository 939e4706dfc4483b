/** The system's word for what went wrong ("ENOENT"); undefined if the system did not say. */
export function errnoOf(thrown: unknown): string | undefined {
  const code: unknown = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : undefined;
}
