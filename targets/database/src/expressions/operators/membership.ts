/** Compiles `in`, `between` and `list contains`: whether a value is among others, or within a range. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import { boundAs, valueBound } from "../../scope/bound-values.ts";
import { compileAs, isMixed, whereText } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { mayBeNull } from "../../scope/may-be-null.ts";
import { type Bound, isNull, readsText, type Scope, unsupported, withVariables } from "../../scope/scope.ts";
import { boolean, isLoose } from "../../scope/type-kinds.ts";
import { rowsOf } from "../fields/rows.ts";
import { common, compare, equal, isEmail, isForeign, isMe } from "./comparison.ts";
import { compileBinary } from "./operators.ts";

export function compileBetween(s: Scope, e: Expression & { kind: "between" }): string {
  const caseless = [e.value, e.low, e.high].some((each) => isEmail(s, each));
  return `(${compare(s, ">=", e.value, e.low, caseless)} and ${compare(s, "<=", e.value, e.high, caseless)})`;
}

export function compileIn(s: Scope, value: Expression, tests: readonly UnaryTest[], asFilter = false): string {
  const literals = tests.map((t) => (t.kind === "member" && t.of.kind === "literal" && t.of.value !== null ? t.of : null));
  if (tests.length > 1 && literals.every((l) => l !== null) && !isLoose(value.type) && !isEmail(s, value)) {
    const sql = `(${compile(s, value)} in (${literals.map((l) => compileAs(s, l!, value.type)).join(", ")}))`;
    return value.nullable && !asFilter ? `coalesce(${sql}, false)` : sql;
  }
  return `(${tests.map((t) => compileTest(s, value, t)).join(" or ")})`;
}

function compileTest(s: Scope, value: Expression, test: UnaryTest): string {
  switch (test.kind) {
    case "any":
      return "true";
    case "not":
      return `(not ${compileIn(s, value, test.tests)})`;
    case "compare":
      return compileBinary(s, { kind: "binary", operator: test.operator, left: value, right: test.value, type: boolean, nullable: true, span: value.span }, false);
    case "condition":
      return compileAs(withVariables(s, ["?", valueBound(s, compile(s, value), value.type)]), test.condition, boolean);
    case "member":
      return memberOf(s, value, test.of);
  }
}

export function memberOf(s: Scope, value: Expression, of: Expression): string {
  if (of.kind === "range") {
    const caseless = [value, of.low, of.high].some((each) => each !== null && isEmail(s, each));
    const low = of.low ? compare(s, of.lowClosed ? ">=" : ">", value, of.low, caseless) : "true";
    const high = of.high ? compare(s, of.highClosed ? "<=" : "<", value, of.high, caseless) : "true";
    return `(${low} and ${high})`;
  }
  if (of.kind === "list" && isMixed(of)) return unsupported("values of several kinds in one list");
  if (of.kind === "list" && value.type.kind !== "list")
    return of.items.length === 0 ? "false" : `(${of.items.map((i) => elementIs(s, value, i, isEmail(s, value) || isCaseless(rowType(of)))).join(" or ")})`;
  // A value read from text is a single value, whatever its kind.
  if (of.type.kind === "list" || (of.type.kind === "any" && !readsText(of))) return listContains(s, of, value, "equal");
  return equal(s, value, of, false);
}

/** Whether a literal item of a list is the value. Only a range is looked into. */
function elementIs(s: Scope, value: Expression, item: Expression, caseless: boolean): string {
  if (item.kind === "range" || isLoose(item.type)) return `coalesce(${memberOf(s, value, item)}, false)`;
  if (item.type.kind !== "list") return isLoose(value.type) ? `coalesce(${equal(s, value, item, false, caseless)}, false)` : equal(s, value, item, false, caseless);
  return isLoose(value.type) && !isNull(value) ? unsupported("a value of unknown kind looked for among lists") : `(${compile(s, value)} is null and ${compile(s, item)} is null)`;
}

const rowType = (list: Expression): Type => (list.type.kind === "list" ? list.type.of : list.type);
const isCaseless = (type: Type): boolean => type.kind === "string" && type.caseless === true;

/** Whether a list is an element of another list; with `in` also whether it is that list itself. */
function listWithin(s: Scope, list: Expression, value: Expression, type: Type, found: string, orEqual: boolean): string {
  const [a, b] = [compile(s, value), compile(s, list)];
  const empty = `coalesce(cardinality(${a}) = 0 and cardinality(${b}) = 0, false)`;
  if (type.kind === "list") return orEqual ? `(${empty} or ${found})` : found;
  if (isLoose(type)) return list.kind === "list" && list.items.length === 0 ? (orEqual ? empty : "false") : unsupported("a list looked for among values of unknown kind");
  const nothing = `(${a} is null and array_position(${b}, null) is not null)`;
  return orEqual ? `(${nothing} or coalesce(${equal(s, value, list, false)}, false))` : nothing;
}

/** Whether a list holds a value. Null is an element like others. Where there is no list, `in` is true for null. */
export function listContains(s: Scope, list: Expression, value: Expression, whenMissing: "null" | "equal" = "null"): string {
  const rows = rowsOf(s, list);
  const listed = value.type.kind === "list";
  if (rows.type.kind === "list" && isLoose(value.type) && !isNull(value)) return unsupported("a value of unknown kind looked for among lists");
  const type = listed && rows.type.kind !== "list" ? rows.type : common(rows.type, value.type);
  const item: Bound = rows.item;
  const caseless = isEmail(s, value) || (type.kind === "string" && type.caseless === true) || (rows.type.kind === "string" && rows.type.caseless === true);
  const plain = (sql: string): string => (caseless ? `lower(${sql})` : sql);
  const wanted = listed && rows.type.kind !== "list" ? "null" : plain(compileAs(s, value, type));
  const operator = isMe(value) || (!mayBeNull(s, value) && !isNull(value)) ? "=" : "is not distinct from";
  // A value of another kind isn't null, although its conversion to the elements' type is.
  const foreign = listed ? undefined : isForeign(s, value, { ...list, type: rows.type }, wanted);
  const same = [`${plain(boundAs(s, item, type))} ${operator} ${wanted}`, ...(foreign === undefined ? [] : [`not ${foreign}`])];
  const held = `exists (select 1 from ${rows.from}${whereText([...rows.where, ...same])})`;
  const found = listed ? listWithin(s, list, value, rows.type, held, whenMissing === "equal") : held;
  return rows.missing === undefined ? found : `(case when ${rows.missing} then ${whenMissing === "null" ? "null" : `${compile(s, value)} is null`} else ${found} end)`;
}
