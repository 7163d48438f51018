/** Compiles equality and order with FEEL's meaning of null: `null = null` holds, other comparisons with null are null. */
import type { Expression, Type } from "@nonet/feel";
import { sqlType } from "../../columns/column-type.ts";
import { compileAs, convert } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { mayBeNull } from "../../scope/may-be-null.ts";
import { isNull, type Scope } from "../../scope/scope.ts";
import { isDuration, isLoose, number } from "../../scope/type-kinds.ts";

export function equal(s: Scope, left: Expression, right: Expression, asFilter: boolean, caseless?: boolean): string {
  if (isNull(right)) return `(${compile(s, left)} is null)`;
  if (isNull(left)) return `(${compile(s, right)} is null)`;
  const [a, b] = sides(s, left, right, caseless);
  const withMe = isMe(left) || isMe(right);
  if (asFilter && (withMe || !mayBeNull(s, left) || !mayBeNull(s, right))) return `(${a} = ${b})`;
  // `me` is null for the system and must not equal an empty field; an empty field isn't the person who acts, so a rule refuses it.
  if (withMe) return `coalesce(${a} = ${b}, nullif(${isMe(left) ? a : b} is null, true))`;
  const foreign = isForeign(s, left, right, a) ?? isForeign(s, right, left, b);
  return foreign === undefined
    ? `(${a} is not distinct from ${b})`
    : `(case when ${foreign} then (case when ${isLoose(left.type) ? b : a} is not null then null else false end) else ${a} is not distinct from ${b} end)`;
}

/** SQL that is true where a value of unknown type has another kind than the value it is compared with; undefined where that can't be determined. */
export function isForeign(s: Scope, loose: Expression, known: Expression, converted: string): string | undefined {
  if (!isLoose(loose.type) || isLoose(known.type) || known.type.kind === "string" || known.type.kind === "context" || sqlType(loose.type) !== "jsonb") return undefined;
  return `(nonet.scalar(${compile(s, loose)}) is not null and ${converted} is null)`;
}

export function different(s: Scope, left: Expression, right: Expression): string {
  const [a, b] = sides(s, left, right);
  if (isForeign(s, left, right, a) ?? isForeign(s, right, left, b)) return `(not ${equal(s, left, right, false)})`;
  return `(${a} is distinct from ${b})`;
}

export const isMe = (e: Expression): boolean => e.kind === "variable" && e.name === "me";

/** Both sides as one SQL type. Email addresses are compared case-insensitively, unless the caller decides. */
function sides(s: Scope, left: Expression, right: Expression, caseless = isEmail(s, left) || isEmail(s, right)): readonly [string, string] {
  const type = common(left.type, right.type);
  const [a, b] = [compileAs(s, left, type), compileAs(s, right, type)];
  const other = [otherDuration(s, left, right), otherDuration(s, right, left)];
  if (other[0] !== undefined) return [`(case when not ${other[0]} then ${a} end)`, b];
  if (other[1] !== undefined) return [a, `(case when not ${other[1]} then ${b} end)`];
  return caseless && type.kind === "string" ? [`lower(${a})`, `lower(${b})`] : [a, b];
}

/** SQL that is true where a value of unknown type is a duration of the other kind: months and days have no common order. */
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

export function isEmail(s: Scope, e: Expression): boolean {
  if (e.type.kind === "string" && e.type.caseless) return true;
  if (e.kind !== "path" || e.of.type.kind !== "record") return false;
  const name = e.of.type.name;
  const field = s.product.entities.find((x) => x.name === name)?.fields.find((f) => f.name === e.field);
  return field?.type.kind === "formatted" && field.type.format === "email";
}

/** Null where either side is. Text is ordered by code point, as everywhere in FEEL. */
export function compare(s: Scope, operator: string, left: Expression, right: Expression, caseless?: boolean): string {
  const [a, b] = sides(s, left, right, caseless);
  const loose = isLoose(left.type) && isLoose(right.type);
  if (common(left.type, right.type).kind === "string") return `(${a} ${operator} ${b} collate "C")`;
  return loose ? `(${convert(s, a, { kind: "any" }, number)} ${operator} ${convert(s, b, { kind: "any" }, number)})` : `(${a} ${operator} ${b})`;
}
