/** Range functions (DMN 1.5, section 10.3.4.10, table 78): how points and ranges lie to each other. */
import type { Builtin } from "./call-builtin.ts";
import { compare } from "./compare.ts";
import { RangeValue, single, type Value } from "./value.ts";

/** Marks that two ends can't be compared, so that the answer is null. */
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

/** Orders two ends; an end left out lies beyond everything on its side. */
function order(a: Value | undefined, aSide: -1 | 1, b: Value | undefined, bSide: -1 | 1): number {
  if (a === undefined && b === undefined) return aSide - bSide;
  if (a === undefined) return aSide;
  if (b === undefined) return -bSide;
  return compare(a, b) ?? unknown;
}

type Test = (a: Ends, b: Ends) => boolean;

const lows = (a: Ends, b: Ends): number => order(a.low, -1, b.low, -1);
const highs = (a: Ends, b: Ends): number => order(a.high, 1, b.high, 1);
/** a's end against b's start. */
const endStart = (a: Ends, b: Ends): number => order(a.high, 1, b.low, -1);

const before: Test = (a, b) => endStart(a, b) < 0 || (endStart(a, b) === 0 && !(a.highClosed && b.lowClosed));
const meets: Test = (a, b) => a.highClosed && b.lowClosed && endStart(a, b) === 0;
const reaches: Test = (a, b) => endStart(a, b) > 0 || (endStart(a, b) === 0 && a.highClosed && b.lowClosed);
const overlaps: Test = (a, b) => reaches(a, b) && reaches(b, a);
const startsEarlier: Test = (a, b) => lows(a, b) < 0 || (lows(a, b) === 0 && a.lowClosed && !b.lowClosed);
const endsEarlierOrSame: Test = (a, b) => highs(a, b) < 0 || (highs(a, b) === 0 && (!a.highClosed || b.highClosed));
const startsLaterOrSame: Test = (a, b) => lows(a, b) > 0 || (lows(a, b) === 0 && (!a.lowClosed || b.lowClosed));
const overlapsBefore: Test = (a, b) => startsEarlier(a, b) && reaches(a, b) && endsEarlierOrSame(a, b);
const within: Test = (a, b) => startsLaterOrSame(a, b) && endsEarlierOrSame(a, b);
const finishes: Test = (a, b) => a.highClosed === b.highClosed && highs(a, b) === 0 && startsLaterOrSame(a, b);
const starts: Test = (a, b) => a.lowClosed === b.lowClosed && lows(a, b) === 0 && endsEarlierOrSame(a, b);
const coincides: Test = (a, b) => a.lowClosed === b.lowClosed && a.highClosed === b.highClosed && lows(a, b) === 0 && highs(a, b) === 0;
const turned = (test: Test): Test => (a, b) => test(b, a);

function relation(test: Test): Builtin {
  return ([first = null, second = null]) => {
    if (first === null || second === null) return null;
    const a = endsOf(first);
    const b = endsOf(second);
    const comparable = [endStart(a, b), endStart(b, a), lows(a, b), highs(a, b)].every((each) => !Number.isNaN(each));
    return comparable ? test(a, b) : null;
  };
}

export const rangeFunctions: Readonly<Record<string, Builtin>> = {
  before: relation(before),
  after: relation(turned(before)),
  meets: relation(meets),
  "met by": relation(turned(meets)),
  overlaps: relation(overlaps),
  "overlaps before": relation(overlapsBefore),
  "overlaps after": relation(turned(overlapsBefore)),
  finishes: relation(finishes),
  "finished by": relation(turned(finishes)),
  includes: relation(turned(within)),
  during: relation(within),
  starts: relation(starts),
  "started by": relation(turned(starts)),
  coincides: relation(coincides),
};
