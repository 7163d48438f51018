/** Finds what a person probably meant: the known name closest to the one they wrote. */

/** The candidate with the smallest edit distance, if it is at most a third of the word's length (at least 1); else undefined. */
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

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours each cost 1. `enough`: where it comes to that much, how much more it is doesn't matter. */
export function editDistance(a: string, b: string, enough = Infinity): number {
  let before: number[] = [];
  let row: number[] = [];
  let leastBefore = 0;
  for (let j = 0; j <= b.length; j++) row.push(j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    const letter = a.charCodeAt(i - 1);
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (letter === b.charCodeAt(j - 1) ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)) cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
      if (cost < least) least = cost;
    }
    // A swap leads past one row, so two in turn must be that large.
    if (Math.min(least, leastBefore) >= enough) return enough;
    leastBefore = least;
    before = row;
    row = next;
  }
  return row[b.length]!;
}
