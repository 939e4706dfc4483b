/** What is promised of changes that agents propose, as data. */
import { doors, hostKinds, type RequirementGroup } from "./requirement.js";

const http = ["session", "stateless"] as const;
const memory = ["memory"] as const;
const workbench = ["workbench"] as const;

export const reviewRequirements = [
  {
    source: "oxide §3 Phase 1 ide.editor and design §5 Reviews",
    doors,
    hosts: memory,
    behaviours: {
      "editor.replaceRange:review":
        "In review mode an edit waits for the developer, and the text stays as it is until then.",
      "editor.replaceRange:accepted": "After the accept the answer is applied: true with the lines of the new text.",
      "editor.replaceRange:rejected":
        "After the reject it is applied: false with verdict and comment; the text is as it was.",
      "editor.replaceRange:partly":
        "A half-accepted edit says which hunks landed, with their comments, and only they did.",
      "editor.replaceRange:edited": "What the developer wrote instead is applied, and the answer says that it differs.",
      "editor.replaceRange:defer":
        "review: defer answers at once with a pending review, which ide.review.wait follows up.",
      "editor.replaceRange:retry": "The same proposal again joins the one that waits and gets the same outcome.",
    },
  },
  {
    source: "design §5 Reviews and §6 Tools",
    doors,
    hosts: memory,
    behaviours: {
      "review.wait":
        "ide.review.wait answers with the outcome once it is decided, or at waitMs that it is still pending.",
      "review.list": "ide.review.list tells an agent its own reviews and their states, and on demand the pending ones.",
      "review.withdraw": "ide.review.withdraw takes a pending proposal back, and is STALE once it was decided.",
      "review:not-found": "An unknown review, or one of another agent, is REVIEW_NOT_FOUND.",
      "editor.applyEdits:review":
        "Each file of a change set is decided by itself; applied is true if all have a part in it.",
      "file.create:review": "A new file is there once the developer has accepted it, and not before.",
      "file.delete:review": "A file is gone once the developer has accepted its deletion; a rejected one stays.",
    },
  },
  {
    source: "design §6 Tools",
    doors,
    hosts: hostKinds,
    behaviours: {
      "editor.applyEdits:together": "Several places of several files change at once, by lines counted before any edit.",
      "editor.applyEdits:atomic": "If one edit does not fit, the answer says why and no file is changed.",
      "file.create:creates": "The file and the folders it needs are on disk, and it is open.",
      "file.create:exists": "Where a file is already the answer is STALE; outside the workspace OUTSIDE_WORKSPACE.",
      "file.delete:deletes": "The file is gone from disk and from the tabs; a missing one is FILE_NOT_FOUND.",
    },
  },
  {
    source: "oxide §8 Security and Trust Model and design §3 Map",
    doors,
    hosts: memory,
    behaviours: {
      "trust:confirmation": "Every tool that proposes waits for the developer's approval in review mode.",
      "trust:protected": "Files that can run code or steer agents are reviewed in trust mode too.",
    },
  },
  {
    source: "design §3 Map",
    doors: http,
    hosts: workbench,
    behaviours: {
      "trust:nobody-decides":
        "A window in review mode in which nobody can decide answers NOT_ALLOWED and says what to do.",
    },
  },
] as const satisfies readonly RequirementGroup[];
