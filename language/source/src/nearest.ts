/** Finds the known name that is closest to a name that someone wrote, for "Did you mean …?". */

/** The candidate with the smallest edit distance, at most a third of the word's length (but at least 1); undefined if there is none. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  const written = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    // The word itself was not what was looked for.
    if (candidate === word || Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(written, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * For a name in a definite place, where none is spelt like it: also the only candidate that has all its words and more, or
 * as many words of which the first is the same: `billing email` for `email`, `due back` for `due date`.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const all = [...new Set(candidates)];
  return nearest(name, all) ?? longer(name, all) ?? withSameStart(name, all);
}

function longer(name: string, candidates: readonly string[]): string | undefined {
  const words = wordsOf(name);
  const [only, ...others] = candidates.filter((candidate) => {
    const its = wordsOf(candidate);
    return words.length < its.length && words.every((word) => word.length > 2 && its.includes(word));
  });
  return others.length === 0 ? only : undefined;
}

function withSameStart(name: string, candidates: readonly string[]): string | undefined {
  const [first, ...rest] = wordsOf(name);
  if (rest.length === 0 || first!.length < 3) return undefined;
  const [only, ...others] = candidates.filter((candidate) => candidate !== name && wordsOf(candidate).length === rest.length + 1 && wordsOf(candidate)[0] === first);
  return others.length === 0 ? only : undefined;
}

const wordsOf = (name: string): string[] => name.toLowerCase().split(/[\s-]+/);

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
