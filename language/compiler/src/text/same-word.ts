/** Compares two words whatever their letter case, blanks and hyphens. */
import { fold } from "@nonet/feel";

/** The candidate that is the same word, in whatever form it is written. */
export const sameWord = (text: string, candidates: Iterable<string>): string | undefined => {
  const key = fold(text);
  for (const candidate of candidates) if (fold(candidate) === key) return candidate;
  return undefined;
};
