/** Compiles `+`, `-`, `*`, `/` and `**` over numbers, moments and durations: in 34 digits, null where the result is out of range. */
import type { Expression, Type } from "@nonet/feel";
import { sqlType } from "../../columns/column-type.ts";
import { compileAs } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { exactJson } from "../../scope/conversions.ts";
import { daysBetween, readsText, type Scope, unsupported, zone } from "../../scope/scope.ts";
import { isDuration, isLoose, number } from "../../scope/type-kinds.ts";

type Binary = Expression & { kind: "binary" };

/** An operand as a number, also where its column is an integer. */
const num = (s: Scope, e: Expression): string => `(${compileAs(s, e, number)})`;

export function arithmetic(s: Scope, e: Binary): string {
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

/** Null where the sum is out of range. */
const joined = (type: Type, a: string, b: string): string => (type.kind === "days and time duration" ? `nonet.joined(${a}, ${b})` : `(${a} + ${b})`);

/** A moment plus a duration. Days and months keep the clock time in the product's zone. */
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
    // The difference of two instants is an exact length of time, not calendar days.
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
/** Months stay whole. Days stay days where they are multiplied by a whole number, otherwise the result is truncated to the microsecond. */
function scaled(sql: string, type: Type, by: string): string {
  return type.kind === "years and months duration" ? `nonet.months(nonet.fit(${months(sql)} * ${by}))` : `nonet.scaled(${sql}, ${by})`;
}

/** Rounds a sum to 34 digits, unless its operands show that it has fewer. */
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

/** Null where there is no real result, as everywhere in FEEL. */
function power(s: Scope, left: Expression, right: Expression): string {
  return `nonet.power(${num(s, left)}, ${num(s, right)})`;
}

export function compileNegate(s: Scope, e: Expression & { kind: "negate" }): string {
  if (readsText(e.of)) return unsupported("the negative of a duration that is read from text");
  return isLoose(e.of.type) ? exactJson(s, `(-${num(s, e.of)})`, number) : `(-(${compile(s, e.of)}))`;
}
