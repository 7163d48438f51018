/** Compiles arithmetic, comparison and logic with FEEL's meaning of null: `null = null` holds, other comparisons with null are null. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import { sqlType } from "../columns/column-type.ts";
import { compileAs, condition, convert, isMixed, whereText } from "../scope/coerce.ts";
import { exactJson } from "../scope/conversions.ts";
import { boundAs, valueBound } from "../scope/literals.ts";
import { mayBeNull } from "../scope/may-be-null.ts";
import { type Bound, daysBetween, isNull, readsText, type Scope, unsupported, withVariables, zone } from "../scope/scope.ts";
import { compile } from "./compile.ts";
import { rowsOf } from "./rows.ts";

type Binary = Expression & { kind: "binary" };
const boolean: Type = { kind: "boolean" };
const number: Type = { kind: "number" };
const isDuration = (t: Type): boolean => t.kind === "days and time duration" || t.kind === "years and months duration";
const isLoose = (t: Type): boolean => t.kind === "any" || t.kind === "open" || t.kind === "null";

/** `asFilter`: null may count as false. */
export function compileBinary(s: Scope, e: Binary, asFilter: boolean): string {
  switch (e.operator) {
    case "and":
    case "or": {
      const one = (x: Expression): string => (asFilter ? condition(s, x) : compileAs(s, x, boolean));
      return `(${one(e.left)} ${e.operator} ${one(e.right)})`;
    }
    case "=":
      return equal(s, e.left, e.right, asFilter);
    case "!=":
      return isNull(e.right) ? `(${compile(s, e.left)} is not null)` : isNull(e.left) ? `(${compile(s, e.right)} is not null)` : different(s, e.left, e.right);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compare(s, e.operator, e.left, e.right);
    default:
      return arithmetic(s, e);
  }
}

export function equal(s: Scope, left: Expression, right: Expression, asFilter: boolean, caseless?: boolean): string {
  if (isNull(right)) return `(${compile(s, left)} is null)`;
  if (isNull(left)) return `(${compile(s, right)} is null)`;
  const [a, b] = sides(s, left, right, caseless);
  // Nobody in particular is never somebody: `me` is compared so that null can't hold.
  const plain = isMe(left) || isMe(right) || (asFilter && (!mayBeNull(s, left) || !mayBeNull(s, right)));
  if (plain) return `(${a} = ${b})`;
  const foreign = isForeign(s, left, right, a) ?? isForeign(s, right, left, b);
  return foreign === undefined
    ? `(${a} is not distinct from ${b})`
    : `(case when ${foreign} then (case when ${isLoose(left.type) ? b : a} is not null then null else false end) else ${a} is not distinct from ${b} end)`;
}

/** Whether what may be anything is there, but of another kind than the one it is compared with; undefined where that can't be told apart. */
function isForeign(s: Scope, loose: Expression, known: Expression, converted: string): string | undefined {
  if (!isLoose(loose.type) || isLoose(known.type) || known.type.kind === "string" || known.type.kind === "context" || sqlType(loose.type) !== "jsonb") return undefined;
  return `(nonet.scalar(${compile(s, loose)}) is not null and ${converted} is null)`;
}

function different(s: Scope, left: Expression, right: Expression): string {
  const [a, b] = sides(s, left, right);
  if (isForeign(s, left, right, a) ?? isForeign(s, right, left, b)) return `(not ${equal(s, left, right, false)})`;
  return `(${a} is distinct from ${b})`;
}

const isMe = (e: Expression): boolean => e.kind === "variable" && e.name === "me";

/** Both sides as one SQL type; addresses of mails without letter case, unless what is around them says which. */
function sides(s: Scope, left: Expression, right: Expression, caseless = isEmail(s, left) || isEmail(s, right)): readonly [string, string] {
  const type = common(left.type, right.type);
  const [a, b] = [compileAs(s, left, type), compileAs(s, right, type)];
  const other = [otherDuration(s, left, right), otherDuration(s, right, left)];
  if (other[0] !== undefined) return [`(case when not ${other[0]} then ${a} end)`, b];
  if (other[1] !== undefined) return [a, `(case when not ${other[1]} then ${b} end)`];
  return caseless && type.kind === "string" ? [`lower(${a})`, `lower(${b})`] : [a, b];
}

/** Whether what may be any duration is of the other kind than the one it is compared with: months and days have no order. */
function otherDuration(s: Scope, loose: Expression, known: Expression): string | undefined {
  if (!isLoose(loose.type) || isNull(loose) || !isDuration(known.type)) return undefined;
  return `coalesce(nonet.scalar(${compile(s, loose)}) ~ ${known.type.kind === "years and months duration" ? "'[DTW]'" : "'^-?P[0-9YM]+$'"}, false)`;
}

export function common(a: Type, b: Type): Type {
  if (isLoose(a)) return isLoose(b) ? { kind: "any" } : b;
  if (isLoose(b)) return a;
  if (a.kind === "date" && b.kind === "date and time") return b;
  return a;
}

function isEmail(s: Scope, e: Expression): boolean {
  if (e.type.kind === "string" && e.type.caseless) return true;
  if (e.kind !== "path" || e.of.type.kind !== "record") return false;
  const name = e.of.type.name;
  const field = s.product.entities.find((x) => x.name === name)?.fields.find((f) => f.name === e.field);
  return field?.type.kind === "formatted" && field.type.format === "email";
}

/** Null where either side is; texts by their code points, as expressions order them everywhere. */
export function compare(s: Scope, operator: string, left: Expression, right: Expression, caseless?: boolean): string {
  const [a, b] = sides(s, left, right, caseless);
  const loose = isLoose(left.type) && isLoose(right.type);
  if (common(left.type, right.type).kind === "string") return `(${a} ${operator} ${b} collate "C")`;
  return loose ? `(${convert(s, a, { kind: "any" }, number)} ${operator} ${convert(s, b, { kind: "any" }, number)})` : `(${a} ${operator} ${b})`;
}

/** An operand as a number, whatever integer column it comes from. */
const num = (s: Scope, e: Expression): string => `(${compileAs(s, e, number)})`;

function arithmetic(s: Scope, e: Binary): string {
  const { left, right, operator } = e;
  const a = left.type;
  const b = right.type;
  const known = isLoose(a) ? b : a;
  if (isLoose(a) !== isLoose(b) && known.kind !== "number" && known.kind !== "string") return unsupported("a sum or product with a value of unknown kind");
  if ([left, right].some(readsText)) return unsupported("a sum or product with a duration or a moment that is read from text");
  const result = isLoose(e.type) ? (isLoose(known) ? number : known) : e.type;
  const sql =
    operator === "+"
      ? sum(s, left, right, known)
      : operator === "-"
        ? difference(s, left, right, known)
        : operator === "*"
          ? product(s, left, right)
          : operator === "/"
            ? quotient(s, left, right)
            : power(s, left, right);
  return sqlType(e.type) === "jsonb" ? exactJson(s, sql, result) : sql;
}

function sum(s: Scope, left: Expression, right: Expression, known: Type): string {
  if (known.kind === "string") return `(${compileAs(s, left, known)} || ${compileAs(s, right, known)})`;
  if (isDuration(left.type) && isDuration(right.type)) return joined(left.type, compile(s, left), compile(s, right));
  if (isDuration(left.type) && !isLoose(right.type)) return moved(s, compile(s, right), right.type, compile(s, left));
  if (isDuration(right.type) && !isLoose(left.type)) return moved(s, compile(s, left), left.type, compile(s, right));
  return fitted(`(${num(s, left)} + ${num(s, right)})`, left, right);
}

/** Null where it is longer than is kept. */
const joined = (type: Type, a: string, b: string): string => (type.kind === "days and time duration" ? `nonet.joined(${a}, ${b})` : `(${a} + ${b})`);

/** A moment and a duration later. Days and months keep the clock's time in the product's zone. */
export function moved(s: Scope, sql: string, type: Type, duration: string): string {
  switch (type.kind) {
    case "date":
      return `nonet.moved((${sql})::timestamp, ${duration})::date`;
    case "time":
      return `(${sql} + ${duration})::time`;
    case "date and time":
      return type.zoned ? `nonet.plus(${sql}, ${duration}, ${zone(s)})` : `nonet.moved(${sql}, ${duration})`;
    default:
      return unsupported("this sum");
  }
}

function difference(s: Scope, left: Expression, right: Expression, known: Type): string {
  const [a, b] = [left.type, right.type];
  if (isDuration(a) && isDuration(b)) return joined(a, compile(s, left), `(-${compile(s, right)})`);
  if (isDuration(b)) return moved(s, compile(s, left), a, `(-${compile(s, right)})`);
  if (a.kind === "date" && b.kind === "date") return `make_interval(days => ${compile(s, left)} - ${compile(s, right)})`;
  if (known.kind === "date" || known.kind === "date and time" || known.kind === "time") {
    const type: Type = a.kind === "date and time" ? a : b.kind === "date and time" ? b : known;
    const gone = `(${compileAs(s, left, type)} - ${compileAs(s, right, type)})`;
    // What lies between two instants is a length of time: added to another, it isn't days of the calendar.
    return type.kind === "date and time" && type.zoned ? `nonet.timed${gone}` : gone;
  }
  return fitted(`(${num(s, left)} - ${num(s, right)})`, left, right);
}

function product(s: Scope, left: Expression, right: Expression): string {
  if (isDuration(left.type)) return scaled(compile(s, left), left.type, num(s, right));
  if (isDuration(right.type)) return scaled(compile(s, right), right.type, num(s, left));
  return `nonet.fit(${num(s, left)} * ${num(s, right)})`;
}

const months = (sql: string): string => `nonet.month_count(${sql})`;
/** Months stay whole; days stay days where they are multiplied by a whole number, else they are cut to the microsecond. */
function scaled(sql: string, type: Type, by: string): string {
  return type.kind === "years and months duration" ? `nonet.months(nonet.fit(${months(sql)} * ${by}))` : `nonet.scaled(${sql}, ${by})`;
}

/** A sum in 34 digits, unless its operands show that it has fewer. */
const fitted = (sql: string, left: Expression, right: Expression): string => (isSmall(left) && isSmall(right) ? sql : `nonet.fit${sql}`);

function isSmall(e: Expression): boolean {
  if (e.kind === "literal") return typeof e.value === "string" && e.value.length < 16;
  if (e.kind === "path") return (e.of.type.kind === "record" && e.type.kind === "number" && e.type.integer === true) || daysBetween(e) !== undefined;
  return e.kind === "call" && (e.function === "count" || e.function === "string length");
}

function quotient(s: Scope, left: Expression, right: Expression): string {
  if (isDuration(left.type) && isDuration(right.type)) {
    const size = (e: Expression): string => (e.type.kind === "years and months duration" ? months(compile(s, e)) : `extract(epoch from ${compile(s, e)})`);
    return `nonet.divide(${size(left)}, ${size(right)})`;
  }
  if (left.type.kind === "years and months duration") return `nonet.months(nonet.divide(${months(compile(s, left))}, ${num(s, right)}))`;
  if (isDuration(left.type)) return `nonet.shared(${compile(s, left)}, ${num(s, right)})`;
  return `nonet.divide(${num(s, left)}, ${num(s, right)})`;
}

/** No real result is null, as everywhere in FEEL. */
function power(s: Scope, left: Expression, right: Expression): string {
  return `nonet.power(${num(s, left)}, ${num(s, right)})`;
}

export function compileNegate(s: Scope, e: Expression & { kind: "negate" }): string {
  if (readsText(e.of)) return unsupported("the negative of a duration that is read from text");
  return isLoose(e.of.type) ? exactJson(s, `(-${num(s, e.of)})`, number) : `(-(${compile(s, e.of)}))`;
}

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
  // What a text is read as is one value, whatever its kind.
  if (of.type.kind === "list" || (of.type.kind === "any" && !readsText(of))) return listContains(s, of, value, "equal");
  return equal(s, value, of, false);
}

/** Whether an item that is written out in a list is the value: only a range is looked into. */
function elementIs(s: Scope, value: Expression, item: Expression, caseless: boolean): string {
  if (item.kind === "range" || isLoose(item.type)) return `coalesce(${memberOf(s, value, item)}, false)`;
  if (item.type.kind !== "list") return isLoose(value.type) ? `coalesce(${equal(s, value, item, false, caseless)}, false)` : equal(s, value, item, false, caseless);
  return isLoose(value.type) && !isNull(value) ? unsupported("a value of unknown kind looked for among lists") : `(${compile(s, value)} is null and ${compile(s, item)} is null)`;
}

const rowType = (list: Expression): Type => (list.type.kind === "list" ? list.type.of : list.type);
const isCaseless = (type: Type): boolean => type.kind === "string" && type.caseless === true;

/** Whether a list is an element of another; with `in` also whether it is that list itself. */
function listWithin(s: Scope, list: Expression, value: Expression, type: Type, found: string, wholly: boolean): string {
  const [a, b] = [compile(s, value), compile(s, list)];
  const empty = `coalesce(cardinality(${a}) = 0 and cardinality(${b}) = 0, false)`;
  if (type.kind === "list") return wholly ? `(${empty} or ${found})` : found;
  if (isLoose(type)) return list.kind === "list" && list.items.length === 0 ? (wholly ? empty : "false") : unsupported("a list looked for among values of unknown kind");
  const nothing = `(${a} is null and array_position(${b}, null) is not null)`;
  return wholly ? `(${nothing} or coalesce(${equal(s, value, list, false)}, false))` : nothing;
}

/** Whether a list holds a value; null is an element like others. Where there is no list, `in` holds for null. */
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
  // What is of another kind isn't null, though as a value of the elements' kind it would be.
  const foreign = listed ? undefined : isForeign(s, value, { ...list, type: rows.type }, wanted);
  const same = [`${plain(boundAs(s, item, type))} ${operator} ${wanted}`, ...(foreign === undefined ? [] : [`not ${foreign}`])];
  const held = `exists (select 1 from ${rows.from}${whereText([...rows.where, ...same])})`;
  const found = listed ? listWithin(s, list, value, rows.type, held, whenMissing === "equal") : held;
  return rows.missing === undefined ? found : `(case when ${rows.missing} then ${whenMissing === "null" ? "null" : `${compile(s, value)} is null`} else ${found} end)`;
}
