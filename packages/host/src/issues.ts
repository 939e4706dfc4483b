/** What a schema objects to, in words an agent can act on. */

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const MOST = 5;

export function describeIssues(error: { readonly issues: readonly Issue[] }): string {
  const described = error.issues.slice(0, MOST).map(({ path, message }) => {
    const where = path.length === 0 ? "" : `${path.map(String).join(".")}: `;
    return `${where}${message}`;
  });
  const more = error.issues.length - described.length;
  return described.join("; ") + (more > 0 ? `; and ${more} more` : "");
}
