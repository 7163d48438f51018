/** Suggests the known word nearest to the one that was sent. */

/** Allows a difference of up to a third of the word, and of one letter at least. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > 100) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    // The word itself was not what was looked for.
    if (candidate === word || Math.abs(candidate.length - word.length) >= least) continue;
    const cost = distance(word.toLowerCase(), candidate.toLowerCase());
    if (cost < least) [best, least] = [candidate, cost];
  }
  return best;
}

/** ` Did you mean "state"?`, or an empty text if no word is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const near = suggest(word, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

/** Levenshtein: insertions, deletions and substitutions each cost 1. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
