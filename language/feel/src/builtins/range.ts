/** Range functions (DMN 1.5, section 10.3.4.10, table 78): relations between points and ranges. */
import { compare } from "../values/compare.ts";
import { RangeValue, single, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

/** The order of two ends that can't be compared, so that the result is null. */
const unknown = Number.NaN;

interface Ends {
  readonly low: Value | undefined;
  readonly high: Value | undefined;
  readonly lowClosed: boolean;
  readonly highClosed: boolean;
}

/** A point counts as the range from itself to itself. */
function endsOf(value: Value): Ends {
  const only = single(value);
  return only instanceof RangeValue ? only : { low: only, high: only, lowClosed: true, highClosed: true };
}

/** Compares two ends. An omitted end is beyond every value on its side. */
function order(a: Value | undefined, aSide: -1 | 1, b: Value | undefined, bSide: -1 | 1): number {
  if (a === undefined && b === undefined) return aSide - bSide;
  if (a === undefined) return aSide;
  if (b === undefined) return -bSide;
  return compare(a, b) ?? unknown;
}

type Truth = boolean | null;
type Test = (a: Ends, b: Ends) => Truth;

const both = (...parts: Truth[]): Truth => (parts.includes(false) ? false : parts.includes(null) ? null : true);
const holds = (order: number, test: (order: number) => boolean): Truth => (Number.isNaN(order) ? null : test(order));

const lows = (a: Ends, b: Ends): number => order(a.low, -1, b.low, -1);
const highs = (a: Ends, b: Ends): number => order(a.high, 1, b.high, 1);
/** Compares the end of `a` with the start of `b`. */
const endStart = (a: Ends, b: Ends): number => order(a.high, 1, b.low, -1);

const before: Test = (a, b) => holds(endStart(a, b), (o) => o < 0 || (o === 0 && !(a.highClosed && b.lowClosed)));
const meets: Test = (a, b) => (a.highClosed && b.lowClosed ? holds(endStart(a, b), (o) => o === 0) : false);
const reaches: Test = (a, b) => holds(endStart(a, b), (o) => o > 0 || (o === 0 && a.highClosed && b.lowClosed));
const overlaps: Test = (a, b) => both(reaches(a, b), reaches(b, a));
const startsEarlier: Test = (a, b) => holds(lows(a, b), (o) => o < 0 || (o === 0 && a.lowClosed && !b.lowClosed));
const endsEarlierOrSame: Test = (a, b) => holds(highs(a, b), (o) => o < 0 || (o === 0 && (!a.highClosed || b.highClosed)));
const startsLaterOrSame: Test = (a, b) => holds(lows(a, b), (o) => o > 0 || (o === 0 && (!a.lowClosed || b.lowClosed)));
const sameStart: Test = (a, b) => (a.lowClosed === b.lowClosed ? holds(lows(a, b), (o) => o === 0) : false);
const sameEnd: Test = (a, b) => (a.highClosed === b.highClosed ? holds(highs(a, b), (o) => o === 0) : false);
const overlapsBefore: Test = (a, b) => both(startsEarlier(a, b), reaches(a, b), endsEarlierOrSame(a, b));
const within: Test = (a, b) => both(startsLaterOrSame(a, b), endsEarlierOrSame(a, b));
const finishes: Test = (a, b) => both(sameEnd(a, b), startsLaterOrSame(a, b));
const starts: Test = (a, b) => both(sameStart(a, b), endsEarlierOrSame(a, b));
const coincides: Test = (a, b) => both(sameStart(a, b), sameEnd(a, b));
const swapped =
  (test: Test): Test =>
  (a, b) =>
    test(b, a);

/** The result is null if a point or range is null. An end that is null matters only if the relation depends on it. */
function relation(test: Test): Builtin {
  return ([first = null, second = null]) => (first === null || second === null ? null : test(endsOf(first), endsOf(second)));
}

export const rangeFunctions: Readonly<Record<string, Builtin>> = {
  before: relation(before),
  after: relation(swapped(before)),
  meets: relation(meets),
  "met by": relation(swapped(meets)),
  overlaps: relation(overlaps),
  "overlaps before": relation(overlapsBefore),
  "overlaps after": relation(swapped(overlapsBefore)),
  finishes: relation(finishes),
  "finished by": relation(swapped(finishes)),
  includes: relation(swapped(within)),
  during: relation(within),
  starts: relation(starts),
  "started by": relation(swapped(starts)),
  coincides: relation(coincides),
};
