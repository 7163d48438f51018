/** The words between a value and its predicate: `is`, `must be`, `may not be`. */
import { peek, type Reader } from "../syntax/reader.ts";
import { take } from "./take.ts";

const said = [
  "is",
  "are",
  "was",
  "were",
  "must be",
  "must also be",
  "is also",
  "are also",
  "shall be",
  "should be",
  "has to be",
  "have to be",
  "needs to be",
  "need to be",
  "must always be",
  "is always",
  "may only be",
  "can only be",
  "falls",
  "fall",
  "must fall",
  "has to fall",
];
const denied = [
  "isn't",
  "aren't",
  "wasn't",
  "weren't",
  "must not be",
  "mustn't be",
  "may not be",
  "shall not be",
  "should not be",
  "cannot be",
  "can't be",
  "can not be",
  "must never be",
  "may never be",
  "can never be",
  "is never",
  "does not fall",
  "doesn't fall",
  "must not fall",
  "may not fall",
  "cannot fall",
  "can't fall",
];
/** Before a verb in its plain form: `must not exceed 5`. */
const mustDo = ["must", "shall", "should", "has to", "needs to", "must always"];
const mustNotDo = ["does not", "doesn't", "must not", "mustn't", "may not", "shall not", "should not", "cannot", "can't", "can not", "must never", "may never", "can never"];

/** Longer ones come first. */
const byLength = (words: readonly string[]): readonly string[] => [...words].sort((a, b) => b.length - a.length);
const sorted = { said: byLength(said), denied: byLength(denied), mustDo: byLength(mustDo), mustNotDo: byLength(mustNotDo) };

const firstOf = (r: Reader, words: readonly string[]): boolean => words.some((each) => take(r, each));

/** Whether what follows is denied of the value; undefined if no such words are next. */
export const takeCopula = (r: Reader): { readonly not: boolean } | undefined =>
  firstOf(r, sorted.denied) ? { not: true } : firstOf(r, sorted.said) || takeBounded(r) ? { not: false } : undefined;

/** `may be no later than …`, `can be at most …`: allowed up to a limit. */
function takeBounded(r: Reader): boolean {
  const { at } = r;
  if ((take(r, "may be") || take(r, "can be")) && limits.test(`${peek(r).text} ${peek(r, 1).text}`)) return true;
  r.at = at;
  return false;
}

const limits = /^(?:no (?:later|earlier|more|less|older|younger)|not (?:later|earlier|more|less)|at most|at least)$/i;

/** `is still open`, `is already paid`: what holds now. */
export const takeAdverb = (r: Reader): boolean => peek(r, 1).text !== "to" && (take(r, "still") || take(r, "already") || take(r, "currently"));

/** Consumes `must contain`, `does not contain` and the like, for a verb in its plain form. */
export function takeVerb(r: Reader, plain: string, inflected: string): { readonly not: boolean } | undefined {
  if (take(r, inflected)) return { not: false };
  const { at } = r;
  const not = firstOf(r, sorted.mustNotDo);
  if ((not || firstOf(r, sorted.mustDo)) && take(r, plain)) return { not };
  r.at = at;
  return undefined;
}
