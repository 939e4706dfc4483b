/** What the documents promise the developer to see in the page. Every id is cited by a test of this folder. */
import { citable } from "../e2e/citable.js";

export const { requirements: pageRequirements, cites } = citable([
  {
    source: "oxide §3 Phase 1 (visual effects)",
    behaviours: {
      "editor.goToLine:highlight": "The developer sees the line highlighted for a moment.",
      "editor.replaceRange:highlight": "The developer sees the changed lines highlighted for a moment.",
    },
  },
  {
    source: "oxide §7 UX Modes",
    behaviours: { "ux:status-bar": "The status bar tells whether an agent is connected." },
  },
  {
    source: "design §6 Tools",
    behaviours: {
      "editor.goToLine:typing": "While the developer types, their cursor and scroll stay and moved is false.",
    },
  },
]);
