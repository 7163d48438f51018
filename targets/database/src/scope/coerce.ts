/** Compiles an expression as a value of a wanted type, and converts between SQL types. */
import type { Expression, Type } from "@nonet/feel";
import { sqlType } from "../columns/column-type.ts";
import { compile } from "./compile.ts";
import { exactJson, fromJson } from "./conversions.ts";
import { notShown, notShownInside } from "./not-shown-values.ts";
import { isNull, type Scope, unsupported, zone } from "./scope.ts";

const joins = /^(append|concatenate|union|insert before|list replace)$/;

/** Whether a list's elements are of several kinds. As JSON they would be compared and sorted by other rules, and a date would be text. */
export function isMixed(e: Expression): boolean {
  if (e.type.kind !== "list") return false;
  const lists = e.kind === "if" ? [e.then, e.otherwise] : e.kind === "call" && joins.test(e.function) ? e.arguments : [];
  const elements = e.kind === "list" ? e.items.map((each) => each.type) : lists.map((each) => (each.type.kind === "list" ? each.type.of : each.type));
  return differ(elements);
}

/** Whether the types differ in kind, or their entries or elements do. */
function differ(types: readonly Type[]): boolean {
  const known = types.filter(({ kind }) => kind !== "any" && kind !== "open" && kind !== "null");
  if (known.some(({ kind }) => kind !== known[0]!.kind)) return true;
  const contexts = known.filter((type) => type.kind === "context");
  const names = new Set(contexts.flatMap(({ entries }) => Object.keys(entries)));
  const inner = [...names].map((name) => contexts.flatMap(({ entries }) => entries[name] ?? []));
  return [...inner, known.flatMap((type) => (type.kind === "list" ? [type.of] : []))].some((each) => each.length > 1 && differ(each));
}

/** Compiles the expression and converts it to the type. */
export function compileAs(s: Scope, e: Expression, wanted: Type): string {
  if (isNull(e)) return `null::${sqlType(wanted)}`;
  if (e.kind === "list" && e.items.length === 0 && wanted.kind === "list") return `'{}'::${sqlType(wanted)}`;
  const open = e.type.kind === "open" ? notShownInside(e) : null;
  if (open !== null) return notShown(s, open, wanted);
  return convert(s, compile(s, e), e.type, wanted);
}

export function convert(s: Scope, sql: string, from: Type, to: Type): string {
  const source = sqlType(from);
  const target = sqlType(to);
  if (source === target) return sql;
  // As JSON a record is only its id, in which no fields can be read.
  if (holdsRecord(from) && target.startsWith("jsonb")) return unsupported("records among values of other kinds");
  if (source === "jsonb") return to.kind === "list" ? `(case when nullif(${sql}, 'null'::jsonb) is not null then ${fromJson(s, sql, to)} end)` : fromJson(s, sql, to);
  if (target === "jsonb") return from.kind === "list" ? `(case when ${sql} is not null then ${exactJson(s, sql, from)} end)` : exactJson(s, sql, from);
  if (to.kind === "list" && from.kind !== "list") return `array[${convert(s, sql, from, to.of)}]`;
  if (to.kind === "list" && from.kind === "list") return `(case when ${sql} is not null then ${fromJson(s, exactJson(s, sql, from), to)} end)`;
  // FEEL treats a list of one element as the element, which only shows at run time.
  if (from.kind === "list") return unsupported("a list as a single value");
  if (to.kind === "date" && from.kind === "date and time") return from.zoned ? `(${sql} at time zone ${zone(s)})::date` : `(${sql})::date`;
  if (to.kind === "date and time" && from.kind === "date") return to.zoned ? `nonet.instant((${sql})::timestamp, ${zone(s)})` : `(${sql})::timestamp`;
  if (to.kind === "date and time" && from.kind === "date and time") return to.zoned ? `nonet.instant(${sql}, ${zone(s)})` : `(${sql} at time zone ${zone(s)})`;
  return `(${sql})::${target}`;
}

const holdsRecord = (type: Type): boolean => type.kind === "record" || (type.kind === "list" && holdsRecord(type.of));

export const whereText = (parts: readonly string[]): string => {
  const kept = parts.filter((p) => p !== "true");
  return kept.length ? ` where ${kept.join(" and ")}` : "";
};
