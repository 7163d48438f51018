/** Finds the known name that is closest to a name that someone wrote, for "Did you mean …?". */

/** The candidate with the smallest edit distance, at most a third of the word's length (but at least 1); undefined if there is none. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  const written = word.toLowerCase();
  const letters = lettersOf(written);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    // The word itself was not what was looked for.
    if (candidate === word || Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const known = candidate.toLowerCase();
    if (differingLetters(letters, lettersOf(known)) >= bestDistance) continue;
    const distance = editDistance(written, known, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Which letters are in a text, a bit for each: other characters share the bits. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) & 31);
  return letters;
}

/** At least so many edits lead from one text to the other: each brings in, and takes away, at most one letter. */
const differingLetters = (a: number, b: number): number => Math.max(countBits(a & ~b), countBits(b & ~a));

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * For a name in a definite place, where none is spelt like it: also the one that begins so, the only candidate that has all its words and more, or
 * as many words of which the first is the same: `billing email` for `email`, `due back` for `due date`.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const all = [...new Set(candidates)];
  return nearest(name, all) ?? begunWith(name, all) ?? withSameWords(name, all);
}

/** The shortest candidate that begins with what was written, where all others of them begin with it: `required` for `requ`. */
function begunWith(name: string, candidates: readonly string[]): string | undefined {
  const written = name.toLowerCase();
  if (written.length < 3) return undefined;
  const begun = candidates.filter((one) => one.length > name.length && one.toLowerCase().startsWith(written)).sort((a, b) => a.length - b.length);
  return begun[0] !== undefined && begun.every((one) => one.startsWith(begun[0]!)) ? begun[0] : undefined;
}

function withSameWords(name: string, candidates: readonly string[]): string | undefined {
  const written = name.toLowerCase();
  const words = wordsOf(written);
  if (words.some((word) => word.length < 3)) return undefined;
  const longer = new Set<string>();
  const sameStart = new Set<string>();
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    // Before its words are taken apart: most have none of them.
    if (!known.includes(words[0]!) || known === written) continue;
    const its = wordsOf(known);
    if (words.length < its.length && words.every((word) => its.includes(word))) longer.add(candidate);
    if (words.length > 1 && words.length === its.length && words[0] === its[0]) sameStart.add(candidate);
  }
  return only(longer) ?? only(sameStart);
}

const only = (names: ReadonlySet<string>): string | undefined => (names.size === 1 ? [...names][0] : undefined);

const wordsOf = (name: string): string[] => name.split(/[\s-]+/);

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbors each cost 1. Returns `limit` if the distance is at least that. */
export function editDistance(a: string, b: string, limit = Infinity): number {
  let rowBeforeLast: number[] = [];
  let row: number[] = [];
  let previousMin = 0;
  for (let j = 0; j <= b.length; j++) row.push(j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    const letter = a.charCodeAt(i - 1);
    let rowMin = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (letter === b.charCodeAt(j - 1) ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)) cost = Math.min(cost, rowBeforeLast[j - 2]! + 1);
      next.push(cost);
      if (cost < rowMin) rowMin = cost;
    }
    // A swap skips one row, so both of the last two rows must be at the limit.
    if (Math.min(rowMin, previousMin) >= limit) return limit;
    previousMin = rowMin;
    rowBeforeLast = row;
    row = next;
  }
  return row[b.length]!;
}
