/** What follows a decision and what the developer may do with a proposal, where a dialect wants it otherwise. */
export interface ReviewTerms {
  /** Of the tab in which it is shown. */
  readonly title: string;
  /** Who puts what was accepted into the file. */
  readonly writer: "host" | "agent" | "nobody";
  /** The host also saves the file before the agent is answered. */
  readonly saves: boolean;
  /** False: it is taken or left as a whole, as it was proposed. */
  readonly editable: boolean;
  readonly view: "diff" | "inline";
}

const ownTerms: ReviewTerms = { title: "", writer: "host", saves: false, editable: true, view: "inline" };

/** Our own, unless it came with others. */
export function termsOf({ terms }: { readonly terms: ReviewTerms | undefined }): ReviewTerms {
  return terms ?? ownTerms;
}
