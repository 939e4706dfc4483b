/** One round: a play, a kill, a new start, and a look at everything that must have outlived it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ReviewReport } from "@tandem/protocol";
import { Agent, type Answer } from "./agent.js";
import { must } from "./finding.js";
import { Page } from "./page.js";
import { decide, Play } from "./play.js";
import { type Found, find, markerOf, type Scenario, stateOf, textOf } from "./scenario.js";
import { type Place, Window } from "./window.js";

/** Typing that was acknowledged this long before the kill is on disk. */
const KEPT_AFTER_MS = 1000;

/** How far things had come when the window was killed, and what came of them in the next one. */
export interface Played {
  readonly killed: "before" | "during" | "after";
  /** Nobody but the window wrote the file, and still it speaks of a conflict with the disk. */
  readonly conflict: boolean;
  readonly outcome: ReviewReport;
}

/** Kills the window in `holder` and leaves the next one there. Throws a `Finding`. */
export async function playRound(
  place: Place,
  holder: { window: Window },
  scenario: Scenario,
  earlier: readonly ReviewReport[],
): Promise<Played> {
  const file = join(place.folder, scenario.name);
  await writeFile(file, onDisk(scenario, textOf(scenario, [], [false, false])));
  const play = new Play(scenario, file);
  const before = holder.window;
  await play.run(before);
  const killedAt = before.killedAt ?? 0;
  const bytes = await readFile(file, "utf8");
  if (scenario.killNextStart !== undefined) await Window.openInVain(place, scenario.killNextStart);
  holder.window = await Window.open(place);
  const page = await Page.connect(holder.window.link);
  try {
    await page.request("changeSettings", { saveOnAccept: scenario.saveOnAccept });
    const agent = new Agent(holder.window.file);
    must((await readFile(file, "utf8")) === bytes, "other", "the new start changed the file on disk");
    const listed = await agent.reviews();
    for (const review of earlier) {
      const now = listed.find(({ id }) => id === review.id);
      must(isDeepStrictEqual(now, review), "lost", `an earlier outcome is ${show(now)}, not ${show(review)}`);
    }
    const own = listed.filter((review) => review.file === file);
    must(own.length <= 1, "double", `there are ${own.length} reviews: ${show(own)}`);
    const found = await checkTexts(play, agent, bytes, own[0], killedAt);
    checkReview(play, own[0], found);
    const conflict = await agent.hasConflict(file);
    const outcome = await finish(play, page, agent, own[0], found);
    const live = await agent.content(file);
    const expected = textOf(scenario, play.lines.slice(0, found.typed), scenario.taken);
    must(live === expected, "lost", `in the end the text is ${show(live)}, not ${show(expected)}`);
    const saved = scenario.saveOnAccept === "always" && own[0]?.state !== outcome.state && outcome.state !== "rejected";
    const isOnDisk = (await readFile(file, "utf8")) === onDisk(scenario, live);
    must(!saved || isOnDisk, "lost", "the accepted change was not saved");
    return { killed: killedWhen(play), conflict, outcome };
  } finally {
    page.close();
  }
}

function onDisk({ eol }: Scenario, text: string): string {
  return text.replaceAll("\n", eol);
}

function killedWhen({ reached }: Play): Played["killed"] {
  if (reached.includes("decided")) return "after";
  return reached.includes("deciding") ? "during" : "before";
}

/** The file is wholly old or wholly new; the live text is one that there was, and no older than it may be. */
async function checkTexts(
  { scenario, file, typed, lines, reached, typedBeforeDecision }: Play,
  agent: Agent,
  bytes: string,
  review: ReviewReport | undefined,
  killedAt: number,
): Promise<Found> {
  const disk = find(scenario, lines, bytes.replaceAll(scenario.eol, "\n"));
  const isWhole = disk !== undefined && bytes === onDisk(scenario, bytes.replaceAll(scenario.eol, "\n"));
  must(isWhole, "torn", `the file holds ${show(bytes)}`);
  const live = await agent.content(file);
  for (const hunk of ["first", "second"] as const) {
    must(
      live.split(markerOf(scenario.name, hunk)).length <= 2,
      "double",
      `the ${hunk} change is there twice: ${show(live)}`,
    );
  }
  const found = find(scenario, lines, live);
  must(found !== undefined, "other", `the live text is none that there was: ${show(live)}`);
  const isOld = scenario.saveOnAccept === "never" || !disk.applied;
  must(!isOld || (disk.typed === 0 && !disk.applied), "other", `the file was saved unasked: ${show(bytes)}`);
  must(
    !disk.applied || review?.state === stateOf(scenario),
    "lost",
    `the file has what the review has not: ${show(review)}`,
  );
  must(
    found.applied || !disk.applied,
    "lost",
    `the file on disk has the accepted change, the live text has not: ${show(live)}`,
  );
  const old = typed.filter(({ acknowledgedAt }) => (acknowledgedAt ?? killedAt) < killedAt - KEPT_AFTER_MS).length;
  must(found.typed >= old, "lost", `${old} typed lines were older than a second, ${found.typed} are left`);
  const withDecision = reached.includes("decided") && found.applied ? (typedBeforeDecision ?? 0) : 0;
  must(
    found.typed >= withDecision,
    "lost",
    `the accepted text had ${withDecision} typed lines, ${found.typed} are left`,
  );
  return found;
}

/** What anybody was told of the review still holds, and the text agrees with it. */
function checkReview(play: Play, review: ReviewReport | undefined, { applied }: Found): void {
  const { scenario, reached, deferred, outcome } = play;
  const isTold = deferred !== undefined || outcome !== undefined || reached.includes("decided");
  must(review !== undefined || !isTold, "lost", "the review is gone");
  must(deferred === undefined || review?.id === deferred, "lost", `the review is ${review?.id}, not ${deferred}`);
  const state = review?.state ?? "pending";
  const final = stateOf(scenario);
  must(state === "pending" || state === final, "other", `the review is ${state}`);
  must(state === "pending" || reached.includes("deciding"), "other", `the review is ${state}, and nobody decided`);
  must(state === final || !reached.includes("decided"), "lost", `the review was ${final} and is ${state}`);
  must(
    outcome === undefined || isDeepStrictEqual(outcome, review),
    "lost",
    `the agent was told ${show(outcome)}, now ${show(review)}`,
  );
  const isTaken = scenario.taken.includes(true);
  // A text that nothing was taken into looks the same before and after.
  must(
    !isTaken || applied === (state === final),
    "lost",
    `the review is ${state}, its change ${applied ? "made" : "not made"}`,
  );
}

/** The agent asks again, the developer decides if that is left to do, and both learn the same. */
async function finish(
  play: Play,
  page: Page,
  agent: Agent,
  review: ReviewReport | undefined,
  { typed }: Found,
): Promise<ReviewReport> {
  const { scenario, file, answer: before } = play;
  // An agent whose proposal was never recorded reads the text before it proposes again.
  const shift = review === undefined && scenario.where === "top" ? typed : 0;
  const answering = agent.propose(play.proposal(shift), scenario.name);
  answering.catch(() => {});
  if (review === undefined || review.state === "pending") {
    const shown = await page.pendingReview(file);
    must(review === undefined || shown.id === review.id, "double", `the page shows ${shown.id}, not ${review?.id}`);
    must(
      !shown.hunks.some(({ stale }) => stale),
      "lost",
      `nobody touched its lines, and a hunk is stale: ${show(shown.hunks)}`,
    );
    await decide(page, shown.id, scenario);
  }
  const answer = await answering;
  const id = review?.id ?? answer.review?.id ?? "";
  const outcome = await agent.wait(id);
  must(outcome.state === stateOf(scenario), "lost", `in the end the review is ${outcome.state}`);
  must(answer.review?.id === id, "double", `the same key gave ${answer.review?.id}, not ${id}`);
  const final = scenario.review === "wait" || review?.state === outcome.state ? answer : undefined;
  if (final)
    must(
      isDeepStrictEqual(final.review, outcome),
      "lost",
      `proposing again gave ${show(final)}, waiting ${show(outcome)}`,
    );
  if (before)
    must(
      isDeepStrictEqual(essence(answer), essence(before)),
      "lost",
      `the agent was told ${show(before)}, now ${show(answer)}`,
    );
  return outcome;
}

/** The version is that of the text now. */
function essence({ version: _, ...answer }: Answer): Omit<Answer, "version"> {
  return answer;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
