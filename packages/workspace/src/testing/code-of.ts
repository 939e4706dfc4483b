import { IdeError } from "@tandem/protocol";

/** The code of the error a promise rejects with; what happened instead, if it is another thing. */
export async function codeOf(resolving: Promise<unknown>): Promise<string> {
  return resolving.then(
    (value) => `resolved ${JSON.stringify(value)}`,
    (thrown: unknown) => (thrown instanceof IdeError ? thrown.code : `threw ${String(thrown)}`),
  );
}
