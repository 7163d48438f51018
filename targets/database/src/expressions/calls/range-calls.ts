/** Compiles FEEL's functions over points and ranges (DMN 1.5, table 78) for literal ranges. */
import type { Expression } from "@nonet/feel";
import { compile } from "../../scope/compile.ts";
import { type Scope, unsupported } from "../../scope/scope.ts";
import { compare } from "../operators/comparison.ts";

interface Ends {
  /** Null: unbounded on that side. */
  readonly low: Expression | null;
  readonly high: Expression | null;
  readonly lowClosed: boolean;
  readonly highClosed: boolean;
}
type Sign = "<" | "<=" | "=" | ">" | ">=";
type Maker = (order: Order, a: Ends, b: Ends) => string;
/** Compares two ends. A missing end lies beyond every value on its side. */
type Order = (sign: Sign, a: Expression | null, aSide: -1 | 1, b: Expression | null, bSide: -1 | 1) => string;

const and = (...parts: string[]): string => `(${parts.join(" and ")})`;
const or = (...parts: string[]): string => `(${parts.join(" or ")})`;

const before: Maker = (o, a, b) => o(a.highClosed && b.lowClosed ? "<" : "<=", a.high, 1, b.low, -1);
const meets: Maker = (o, a, b) => (a.highClosed && b.lowClosed ? o("=", a.high, 1, b.low, -1) : "false");
const reaches: Maker = (o, a, b) => o(a.highClosed && b.lowClosed ? ">=" : ">", a.high, 1, b.low, -1);
const startsEarlier: Maker = (o, a, b) => o(a.lowClosed && !b.lowClosed ? "<=" : "<", a.low, -1, b.low, -1);
const startsLaterOrSame: Maker = (o, a, b) => o(!a.lowClosed || b.lowClosed ? ">=" : ">", a.low, -1, b.low, -1);
const endsEarlierOrSame: Maker = (o, a, b) => o(!a.highClosed || b.highClosed ? "<=" : "<", a.high, 1, b.high, 1);
const sameStart: Maker = (o, a, b) => (a.lowClosed === b.lowClosed ? o("=", a.low, -1, b.low, -1) : "false");
const sameEnd: Maker = (o, a, b) => (a.highClosed === b.highClosed ? o("=", a.high, 1, b.high, 1) : "false");
const overlaps: Maker = (o, a, b) => and(reaches(o, a, b), reaches(o, b, a));
const overlapsBefore: Maker = (o, a, b) => and(startsEarlier(o, a, b), reaches(o, a, b), endsEarlierOrSame(o, a, b));
const within: Maker = (o, a, b) => and(startsLaterOrSame(o, a, b), endsEarlierOrSame(o, a, b));
const finishes: Maker = (o, a, b) => and(sameEnd(o, a, b), startsLaterOrSame(o, a, b));
const starts: Maker = (o, a, b) => and(sameStart(o, a, b), endsEarlierOrSame(o, a, b));
const coincides: Maker = (o, a, b) => and(sameStart(o, a, b), sameEnd(o, a, b));
const swapped =
  (maker: Maker): Maker =>
  (o, a, b) =>
    maker(o, b, a);

const makers: Readonly<Record<string, Maker>> = {
  before,
  meets,
  overlaps,
  finishes,
  starts,
  coincides,
  "overlaps before": overlapsBefore,
  during: within,
  after: swapped(before),
  "met by": swapped(meets),
  "overlaps after": swapped(overlapsBefore),
  "finished by": swapped(finishes),
  "started by": swapped(starts),
  includes: swapped(within),
};

export function compileRangeCall(s: Scope, e: Expression & { kind: "call" }): string | undefined {
  const [a, b] = e.arguments;
  const maker = Object.hasOwn(makers, e.function) ? makers[e.function] : undefined;
  if (!a || !b || !maker) return undefined;
  const order: Order = (sign, x, xSide, y, ySide) => {
    if (x && y) return compare(s, sign, x, y, false);
    const by = x ? -ySide : y ? xSide : xSide - ySide;
    return String(sign === "=" ? by === 0 : sign.startsWith("<") ? by < 0 || (by === 0 && sign === "<=") : by > 0 || (by === 0 && sign === ">="));
  };
  const nothing = [a, b].filter((x) => x.kind === "literal" && x.value === null);
  if (nothing.length > 0) return "null::boolean";
  const sql = or(maker(order, endsOf(a), endsOf(b)));
  const points = [a, b].filter((x) => x.kind !== "range" && x.nullable).map((x) => `${compile(s, x)} is not null`);
  return points.length > 0 && sql.includes("false") ? `(case when ${and(...points)} then ${sql} end)` : sql;
}

/** A point counts as the range from itself to itself. */
function endsOf(e: Expression): Ends {
  if (e.kind === "range") return e;
  // FEEL treats a list of one element as the element, which only shows at run time.
  if (e.type.kind === "list") return unsupported("a list as a point");
  return e.type.kind === "range" || e.type.kind === "any" ? unsupported("a range that isn't written out") : { low: e, high: e, lowClosed: true, highClosed: true };
}
