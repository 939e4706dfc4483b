/** A small review desk: verdicts by hunk, applied once all are decided. */
let lastId = 0;

export const claude = { id: "a1", name: "Claude Code", colour: "orange", connected: true };
export const opencode = { id: "a2", name: "OpenCode", colour: "blue", connected: true };

/** `replace`: pairs of exact whole lines and what is proposed for them; an empty first is an insertion at the start. */
export function proposal({ agent = claude, file, relative, text = "", version = 0, kind = "edit", replace, ...more }) {
  const hunks = replace.map(([lines, insert], id) => {
    const from = text.indexOf(lines);
    return {
      id,
      from,
      to: from + lines.length,
      insert,
      verdict: "undecided",
      stale: false,
      edited: false,
      comment: "",
    };
  });
  const count = (value) => (value === "" ? 0 : value.replace(/\n$/, "").split("\n").length);
  return {
    id: `r${++lastId}`,
    agent,
    agentGone: false,
    file,
    relative,
    kind,
    title: `Change ${relative}`,
    reason: "",
    state: "pending",
    version,
    hunks,
    added: replace.reduce((sum, [, insert]) => sum + count(insert), 0),
    removed: replace.reduce((sum, [lines]) => sum + count(lines), 0),
    protected: false,
    comment: "",
    createdAt: Date.now(),
    undoable: false,
    ...more,
  };
}

/** Moves a pending review with its document. */
export function moved(review, changes, version) {
  const hunks = review.hunks.map((hunk) => ({
    ...hunk,
    from: changes.mapPos(hunk.from, 1),
    to: Math.max(changes.mapPos(hunk.from, 1), changes.mapPos(hunk.to, -1)),
    stale: hunk.stale || (hunk.to > hunk.from && changes.touchesRange(hunk.from, hunk.to - 1) !== false),
  }));
  return { ...review, hunks, version };
}

export function outcome(review) {
  const accepted = review.hunks.filter(({ verdict }) => verdict === "accepted").length;
  const state = accepted === 0 ? "rejected" : accepted === review.hunks.length ? "accepted" : "partly-accepted";
  return { ...review, state, decidedAt: Date.now(), undoable: accepted > 0 };
}
