/** Finds files by a few letters of their paths. Pure. */

interface Candidate {
  readonly path: string;
  /** Lower case. */
  readonly folded: string;
  /** Where the file's own name begins. */
  readonly name: number;
}

export class FuzzyFinder {
  readonly #candidates: readonly Candidate[];

  /** `paths` are `/`-separated. */
  constructor(paths: readonly string[]) {
    this.#candidates = paths.map((path) => ({
      path,
      folded: path.toLowerCase(),
      name: path.lastIndexOf("/") + 1,
    }));
  }

  /** Paths that match every word of the query, best first; equally good ones as they were given. All match "". */
  find(query: string, limit: number): string[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const best: { score: number; path: string }[] = [];
    for (const candidate of this.#candidates) {
      const score = scoreOf(candidate, words);
      if (score === undefined) continue;
      const worst = best[limit - 1];
      if (worst && worst.score >= score) continue;
      let at = best.length;
      while (at > 0 && (best[at - 1]?.score ?? 0) < score) at--;
      best.splice(at, 0, { score, path: candidate.path });
      if (best.length > limit) best.pop();
    }
    return best.map(({ path }) => path);
  }
}

/** Each kind of match beats the next one, whatever the lengths. */
const tier = { wholeName: 6000, nameStart: 5000, nameWord: 4000, inName: 3000, inPath: 2000, lettersOfName: 1000 };
/** Shorter paths come first among equals. */
const MAX_LENGTH_COST = 400;

function scoreOf(candidate: Candidate, words: readonly string[]): number | undefined {
  let sum = 0;
  for (const word of words) {
    const score = scoreWord(candidate, word);
    if (score === undefined) return undefined;
    sum += score;
  }
  return words.length === 0 ? 0 : sum - Math.min(candidate.folded.length, MAX_LENGTH_COST);
}

function scoreWord({ path, folded, name }: Candidate, word: string): number | undefined {
  const last = folded.lastIndexOf(word);
  if (last < 0) {
    const inName = scoreLetters(path, folded, name, word);
    if (inName !== undefined) return tier.lettersOfName + inName;
    return scoreLetters(path, folded, 0, word);
  }
  if (last < name) return tier.inPath;
  const first = folded.indexOf(word, name);
  if (first === name) return folded.length === name + word.length ? tier.wholeName : tier.nameStart;
  return beginsWord(path, first) ? tier.nameWord : tier.inName;
}

/** All letters in their order, with gaps; letters that begin a word count more. 0 to 500. */
function scoreLetters(path: string, folded: string, from: number, letters: string): number | undefined {
  let at = from - 1;
  let good = 0;
  for (const letter of letters) {
    const before = at;
    at = folded.indexOf(letter, at + 1);
    if (at < 0) return undefined;
    if (at === before + 1 || beginsWord(path, at)) good++;
  }
  return Math.round((500 * good) / letters.length);
}

function beginsWord(path: string, at: number): boolean {
  if (at === 0 || /[^\p{L}\p{N}]/u.test(path.charAt(at - 1))) return true;
  return /\p{Lu}/u.test(path.charAt(at)) && !/\p{Lu}/u.test(path.charAt(at - 1));
}
