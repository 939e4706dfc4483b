/** One round: a play, a kill, a new start, and a look at everything that must have outlived it. */
import { readFile, writeFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { ReviewReport } from "@tandem/protocol";
import { Agent } from "./agent.js";
import { checkReview, checkTexts, type FoundFile, show } from "./checks.js";
import { NONE, onDisk, stateOf, textOf } from "./file-plan.js";
import { must } from "./finding.js";
import { Page } from "./page.js";
import { decide, Play, type PlayedFile } from "./play.js";
import type { Scenario } from "./scenario.js";
import { type Place, Window } from "./window.js";

/** How far things had come when the window was killed, and what came of them in the next one. */
export interface Played {
  readonly killed: "before" | "during" | "after";
  /** Nobody but the window wrote the files, and still it speaks of a conflict with the disk. */
  readonly conflict: boolean;
  readonly outcomes: readonly ReviewReport[];
}

/** Kills the window in `holder` and leaves the next one there. Throws a `Finding`. */
export async function playRound(
  place: Place,
  holder: { window: Window },
  scenario: Scenario,
  earlier: readonly ReviewReport[],
): Promise<Played> {
  const play = new Play(scenario, place.folder);
  for (const { plan, path } of play.files) {
    const text = onDisk(plan, textOf(plan, [], NONE));
    if (text !== undefined) await writeFile(path, text);
  }
  const before = holder.window;
  await play.run(before);
  const bytes = await Promise.all(play.files.map(readBytes));
  if (scenario.killNextStart !== undefined) await Window.openInVain(place, scenario.killNextStart);
  holder.window = await Window.open(place);
  const page = await Page.connect(holder.window.link);
  try {
    await page.request("changeSettings", { saveOnAccept: scenario.saveOnAccept });
    const agent = new Agent(holder.window.file);
    const now = await Promise.all(play.files.map(readBytes));
    must(isDeepStrictEqual(now, bytes), "other", "the new start changed a file on disk");
    const listed = await agent.reviews();
    for (const review of earlier) {
      const found = listed.find(({ id }) => id === review.id);
      must(isDeepStrictEqual(found, review), "lost", `an earlier outcome is ${show(found)}, not ${show(review)}`);
    }
    const found = await look(play, agent, bytes, listed, before.killedAt ?? 0);
    const conflicts = await Promise.all(play.files.map(({ path }) => agent.hasConflict(path)));
    const outcomes = await finish(play, page, agent, found);
    for (const [i, each] of found.entries()) await checkEnd(scenario, each, agent, outcomes[i]);
    return { killed: killedWhen(play), conflict: conflicts.includes(true), outcomes };
  } finally {
    page.close();
  }
}

/** Undefined if there is no file. */
async function readBytes({ path }: PlayedFile): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

function killedWhen({ reached }: Play): Played["killed"] {
  if (reached.includes("decided")) return "after";
  return reached.includes("deciding") ? "during" : "before";
}

/** What is there of each file and of its review. */
async function look(
  play: Play,
  agent: Agent,
  bytes: readonly (string | undefined)[],
  listed: readonly ReviewReport[],
  killedAt: number,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const [i, file] of play.files.entries()) {
    const own = listed.filter((review) => review.file === file.path);
    must(own.length <= 1, "double", `there are ${own.length} reviews: ${show(own)}`);
    const [review] = own;
    const there = { file, bytes: bytes[i], live: await agent.content(file.path), review };
    const each = { ...there, ...checkTexts(play, there, killedAt) };
    checkReview(play, i, each);
    found.push(each);
  }
  const reviews = found.filter(({ review }) => review !== undefined).length;
  must(reviews === 0 || reviews === found.length, "lost", `of a change set ${reviews} of ${found.length} are left`);
  return found;
}

/** The agent asks again, the developer decides what is left to decide, and both learn the same. */
async function finish(
  play: Play,
  page: Page,
  agent: Agent,
  found: readonly FoundFile[],
): Promise<readonly ReviewReport[]> {
  const { scenario, answer: before } = play;
  // An agent whose proposal was never recorded reads the text before it proposes again.
  const shiftOf = (file: PlayedFile) => {
    const { review, typed } = found.find((each) => each.file === file) as FoundFile;
    return review === undefined && file.plan.where === "top" ? typed : 0;
  };
  const answering = agent.propose(scenario.tool, play.proposal(shiftOf), scenario.name);
  answering.catch(() => {});
  for (const { file, review } of found) {
    if (review && review.state !== "pending") continue;
    const shown = await page.pendingReview(file.path);
    must(review === undefined || shown.id === review.id, "double", `the page shows ${shown.id}, not ${review?.id}`);
    const isStale = shown.hunks.some(({ stale }) => stale);
    must(!isStale, "lost", `nobody touched its lines, and a hunk is stale: ${show(shown.hunks)}`);
    await decide(page, shown.id, file.plan);
  }
  const answer = await answering;
  const ids = found.map(({ review }, i) => review?.id ?? answer.reviews[i]?.id ?? "");
  const outcomes = await Promise.all(ids.map((id) => agent.wait(id)));
  const again = answer.reviews.map(({ id }) => id);
  must(isDeepStrictEqual(again, ids), "double", `the same key gave ${show(again)}, not ${show(ids)}`);
  const wasFinal = found.every(({ review }, i) => review?.state === outcomes[i]?.state);
  must(
    (scenario.review === "defer" && !wasFinal) || isDeepStrictEqual(answer.reviews, outcomes),
    "lost",
    `proposing again gave ${show(answer)}, waiting ${show(outcomes)}`,
  );
  must(
    before === undefined || isDeepStrictEqual(answer, before),
    "lost",
    `the agent was told ${show(before)}, now ${show(answer)}`,
  );
  return outcomes;
}

/** The text and the file are what the developer wanted. */
async function checkEnd(
  { saveOnAccept }: Scenario,
  { file, review, typed }: FoundFile,
  agent: Agent,
  outcome: ReviewReport | undefined,
): Promise<void> {
  const { plan, lines, path } = file;
  must(outcome?.state === stateOf(plan), "lost", `in the end the review is ${outcome?.state}`);
  const live = await agent.content(path);
  const expected = textOf(plan, lines.slice(0, typed), plan.taken);
  must(live === expected, "lost", `in the end the text is ${show(live)}, not ${show(expected)}`);
  const isJustTaken = review?.state !== outcome.state && outcome.state !== "rejected";
  const isSaved = saveOnAccept === "always" || (saveOnAccept === "when-clean" && typed === 0) || plan.kind !== "edit";
  const bytes = await readBytes(file);
  if (isJustTaken && isSaved) must(bytes === onDisk(plan, live), "lost", "the accepted change was not saved");
}
