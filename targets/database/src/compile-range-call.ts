/** Compiles FEEL's functions over points and ranges (DMN 1.5, table 78) for ranges that are written out. */
import { type Expression, type Type } from "@nonet/feel";
import { compileBinary, memberOf } from "./compile-operators.ts";
import { unsupported, type Scope } from "./compile-scope.ts";

type Range = Expression & { kind: "range" };
const boolean: Type = { kind: "boolean" };

export function compileRangeCall(s: Scope, e: Expression & { kind: "call" }): string | undefined {
  const [a, b] = e.arguments;
  if (!a || !b) return undefined;
  const compare = (operator: "<" | "<=" | "=" | ">" | ">=", x: Expression, y: Expression): string => compileBinary(s, { kind: "binary", operator, left: x, right: y, type: boolean, nullable: true, span: e.span }, false);
  const point = (x: Expression): boolean => x.type.kind !== "range";
  switch (e.function) {
    case "before": {
      if (point(a) && point(b)) return compare("<", a, b);
      const x = point(a) ? { of: a, closed: true } : { of: ends(a).high!, closed: range(a).highClosed };
      const y = point(b) ? { of: b, closed: true } : { of: ends(b).low!, closed: range(b).lowClosed };
      return compare(x.closed && y.closed ? "<" : "<=", x.of, y.of);
    }
    case "after": return compileRangeCall(s, { ...e, function: "before", arguments: [b, a] });
    case "includes": return point(b) ? memberOf(s, b, range(a)) : `(${compare("<=", ends(a).low!, ends(b).low!)} and ${compare(">=", ends(a).high!, ends(b).high!)})`;
    case "during": return compileRangeCall(s, { ...e, function: "includes", arguments: [b, a] });
    case "overlaps": {
      const [x, y] = [range(a), range(b)];
      return `(${compare(x.highClosed && y.lowClosed ? ">=" : ">", ends(x).high!, ends(y).low!)} and ${compare(y.highClosed && x.lowClosed ? ">=" : ">", ends(y).high!, ends(x).low!)})`;
    }
    case "coincides": return point(a) ? compare("=", a, b) : `(${compare("=", ends(a).low!, ends(b).low!)} and ${compare("=", ends(a).high!, ends(b).high!)})`;
    default: return undefined;
  }
}

const range = (e: Expression): Range => (e.kind === "range" ? e : unsupported("a range that isn't written out"));
const ends = (e: Expression): { low: Expression | null; high: Expression | null } => {
  const r = range(e);
  return r.low && r.high ? r : unsupported("a range without ends");
};
