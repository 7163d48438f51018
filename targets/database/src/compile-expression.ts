/** Compiles a typed FEEL tree to an SQL expression of the type that `sqlType` says. */
import { fold, keptDuration, readDuration, type Expression, type Type } from "@nonet/feel";
import { absurd, sqlType } from "./columns.ts";
import { isNull, unsupported, variable, withVariables, zone, type Bound, type Scope } from "./compile-scope.ts";
import { compileBetween, compileBinary, compileIn, compileNegate } from "./compile-operators.ts";
import { compilePath } from "./compile-path.ts";
import { arrayOf, missingIn, rowsOf, type Rows } from "./compile-rows.ts";
import { compileApply } from "./compile-apply.ts";
import { holeIn, notShown } from "./open-values.ts";
import { compileCall } from "./compile-call.ts";
import { exactJson, fromJson } from "./convert.ts";

export function compile(s: Scope, e: Expression): string {
  const open = e.type.kind === "open" && e.kind !== "hole" ? holeIn(e) : null;
  if (open !== null) return notShown(s, open, e.type);
  if (isMixed(e)) return unsupported("values of several kinds in one list");
  switch (e.kind) {
    case "literal":
      return compileLiteral(s, e.value, e.type);
    case "variable":
      return boundAs(s, variable(s, e.name, e.type), e.type);
    case "global":
      return compileGlobal(s, e);
    case "path":
      return compilePath(s, e);
    case "filter":
    case "list":
    case "for":
      return arrayOf(s, rowsOf(s, e), e.type);
    case "index":
      return compileIndex(s, e);
    case "binary":
      return compileBinary(s, e, false);
    case "negate":
      return compileNegate(s, e);
    case "between":
      return compileBetween(s, e);
    case "in":
      return compileIn(s, e.value, e.tests);
    case "if":
      return `(case when ${condition(s, e.condition)} then ${compileAs(s, e.then, e.type)} else ${compileAs(s, e.otherwise, e.type)} end)`;
    case "quantified":
      return compileQuantified(s, e);
    case "context":
      return compileContext(s, e);
    case "call":
      return compileCall(s, e);
    case "apply":
      return compileApply(s, e);
    case "instance of":
      return e.value.type.kind === "any"
        ? unsupported("`instance of` on a value of unknown type")
        : `(${e.of.kind === e.value.type.kind || e.of.kind === "any" ? "true" : "false"} and ${compile(s, e.value)} is not null)`;
    case "hole":
      return e.open === null ? unsupported("it holds a mistake") : notShown(s, e.open, e.type);
    case "range":
      return unsupported("a range as a value");
    case "function":
      return unsupported("a function as a value");
    default:
      return absurd(e);
  }
}

const joins = /^(append|concatenate|union|insert before|list replace)$/;

/** Whether its elements are of several kinds: as JSON they'd be compared and ordered by other rules, and a date be a text. */
export function isMixed(e: Expression): boolean {
  if (e.type.kind !== "list") return false;
  const lists = e.kind === "if" ? [e.then, e.otherwise] : e.kind === "call" && joins.test(e.function) ? e.arguments : [];
  const elements = e.kind === "list" ? e.items.map((each) => each.type) : lists.map((each) => (each.type.kind === "list" ? each.type.of : each.type));
  return differ(elements);
}

/** Kinds of values, or of the entries or elements of such. */
function differ(types: readonly Type[]): boolean {
  const known = types.filter(({ kind }) => kind !== "any" && kind !== "open" && kind !== "null");
  if (known.some(({ kind }) => kind !== known[0]!.kind)) return true;
  const contexts = known.filter((type) => type.kind === "context");
  const names = new Set(contexts.flatMap(({ entries }) => Object.keys(entries)));
  const inner = [...names].map((name) => contexts.flatMap(({ entries }) => entries[name] ?? []));
  return [...inner, known.flatMap((type) => (type.kind === "list" ? [type.of] : []))].some((each) => each.length > 1 && differ(each));
}

/** A boolean where null may count as false: filters and where clauses. Equality can then use indexes. */
export function condition(s: Scope, e: Expression): string {
  if (e.kind === "binary") return compileBinary(s, e, true);
  if (e.kind === "in") return compileIn(s, e.value, e.tests, true);
  return e.type.kind === "boolean" ? compile(s, e) : compileAs(s, e, { kind: "boolean" });
}

/** Compiles and converts between known and unknown types. */
export function compileAs(s: Scope, e: Expression, wanted: Type): string {
  if (isNull(e)) return `null::${sqlType(wanted)}`;
  if (e.kind === "list" && e.items.length === 0 && wanted.kind === "list") return `'{}'::${sqlType(wanted)}`;
  const open = e.type.kind === "open" ? holeIn(e) : null;
  if (open !== null) return notShown(s, open, wanted);
  return convert(s, compile(s, e), e.type, wanted);
}

export function convert(s: Scope, sql: string, from: Type, to: Type): string {
  const source = sqlType(from);
  const target = sqlType(to);
  if (source === target) return sql;
  // As JSON a record is but its id: what comes after would find no fields in it.
  if (holdsRecord(from) && target.startsWith("jsonb")) return unsupported("records among values of other kinds");
  if (source === "jsonb") return to.kind === "list" ? `(case when nullif(${sql}, 'null'::jsonb) is not null then ${fromJson(s, sql, to)} end)` : fromJson(s, sql, to);
  if (target === "jsonb") return from.kind === "list" ? `(case when ${sql} is not null then ${exactJson(s, sql, from)} end)` : exactJson(s, sql, from);
  if (to.kind === "list" && from.kind !== "list") return `array[${convert(s, sql, from, to.of)}]`;
  if (to.kind === "list" && from.kind === "list") return `(case when ${sql} is not null then ${fromJson(s, exactJson(s, sql, from), to)} end)`;
  // A list of one counts as its element, which only its length shows.
  if (from.kind === "list") return unsupported("a list as a single value");
  if (to.kind === "date" && from.kind === "date and time") return from.zoned ? `(${sql} at time zone ${zone(s)})::date` : `(${sql})::date`;
  if (to.kind === "date and time" && from.kind === "date") return to.zoned ? `nonet.instant((${sql})::timestamp, ${zone(s)})` : `(${sql})::timestamp`;
  if (to.kind === "date and time" && from.kind === "date and time") return to.zoned ? `nonet.instant(${sql}, ${zone(s)})` : `(${sql} at time zone ${zone(s)})`;
  return `(${sql})::${target}`;
}

const holdsRecord = (type: Type): boolean => type.kind === "record" || (type.kind === "list" && holdsRecord(type.of));

export function compileLiteral(s: Scope, written: null | boolean | string, type: Type): string {
  if (written === null) return `null::${sqlType(type)}`;
  if (typeof written === "boolean") return String(written);
  const value = /^(date|time|.* duration)/.test(type.kind) ? withinReach(written, type) : written;
  switch (type.kind) {
    case "date and time": {
      const plain = value.replace(/[@[].*$/, "");
      const named = /[@[]([^\]]+)/.exec(value)?.[1];
      if (/(Z|[+-]\d\d:?\d\d)$/.test(plain)) return s.params.bind(plain, "timestamptz");
      return type.zoned ? `nonet.instant(${s.params.bind(plain, "timestamp")}, ${named ? s.params.bind(named, "text") : zone(s)})` : s.params.bind(plain, "timestamp");
    }
    case "years and months duration":
    case "days and time duration":
      return value.startsWith("-") ? `(-${s.params.bind(value.slice(1), "interval")})` : s.params.bind(value, "interval");
    case "any":
    case "context":
      return s.params.bind(JSON.stringify(value), "jsonb");
    default:
      return s.params.bind(value, sqlType(type));
  }
}

/** Cut to the microsecond, as the closures do; what PostgreSQL doesn't hold is refused. */
function withinReach(text: string, type: Type): string {
  if (type.kind.startsWith("date") && !/^(?!0000)\d{4}-/.test(text)) return unsupported("a date outside of the years 1 to 9999");
  if (type.kind === "time" && !/^[\d:.]+$/.test(text)) return unsupported("a time with a zone");
  if (type.kind.endsWith("duration") && keptDuration(readDuration(text)) === null) return unsupported("so long a duration");
  return text.replace(/(\.\d{6})\d+/, "$1");
}

export function boundAs(s: Scope, bound: Bound, type: Type): string {
  if (bound.kind === "value") return convert(s, bound.sql, bound.type, type);
  const id = bound.kind === "row" ? `${bound.alias}.id` : bound.kind === "id" ? bound.sql : `nonet.json_id(${bound.sql})`;
  return type.kind === "record" ? id : convert(s, id, { kind: "record", name: bound.entity.name }, type);
}

function compileGlobal(s: Scope, e: Expression & { kind: "global" }): string {
  const constant = s.product.constants.find((c) => fold(c.name) === fold(e.name));
  if (!constant) return arrayOf(s, rowsOf(s, e), e.type);
  return constantAt(s, e.name, e.type, `(nonet.now() at time zone ${zone(s)})::date`);
}

/** A constant's value as of a date. */
export function constantAt(s: Scope, name: string, type: Type, at: string): string {
  const values = s.product.constants.find((c) => fold(c.name) === fold(name))?.values;
  if (!values) return notShown(s, name, type);
  if (values.length === 1) return compileAs(s, values[0]!.value, type);
  const later = values.filter((v) => v.from !== null).sort((a, b) => (a.from! < b.from! ? 1 : -1));
  const first = values.find((v) => v.from === null);
  return `(case ${later.map((v) => `when ${at} >= ${s.params.bind(v.from, "date")} then ${compileAs(s, v.value, type)}`).join(" ")} else ${first ? compileAs(s, first.value, type) : "null"} end)`;
}

export function bindFunction(s: Scope, f: Expression & { kind: "function" }, args: readonly Expression[]): Scope {
  return withVariables(
    s,
    ...f.parameters.map((name, i): readonly [string, Bound] => {
      const argument = args[i];
      return [name, argument ? valueBound(s, compile(s, argument), argument.type) : { kind: "value", sql: "null::jsonb", type: { kind: "any" } }];
    }),
  );
}

export function valueBound(s: Scope, sql: string, type: Type): Bound {
  const entity = type.kind === "record" ? s.product.entities.find((x) => x.name === type.name) : undefined;
  return entity ? { kind: "id", entity, sql } : { kind: "value", sql, type };
}

function compileIndex(s: Scope, e: Expression & { kind: "index" }): string {
  const item = s.params.alias("i");
  const list = e.of.type.kind === "list" ? compile(s, e.of) : `array[${compile(s, e.of)}]`;
  const n = indexSql(s, e.index);
  const stored: Type = e.of.type.kind === "list" && sqlType(e.of.type) === "jsonb[]" ? { kind: "any" } : e.type;
  const sql = `(select ${item}.v[case when ${item}.n > 0 then ${item}.n else cardinality(${item}.v) + 1 + ${item}.n end] from (select ${list} as v, ${n} as n) ${item})`;
  return e.type.kind === "list" && stored !== e.type ? `(case when ${sql} is not null then ${convert(s, sql, stored, e.type)} end)` : convert(s, sql, stored, e.type);
}

/** A position; null where the number isn't whole or too far. */
function indexSql(s: Scope, index: Expression): string {
  if (index.kind === "literal" && typeof index.value === "string" && /^-?\d{1,9}$/.test(index.value)) return `${index.value}`;
  const n = compileAs(s, index, { kind: "number" });
  return index.type.kind === "number" && index.type.integer ? `nonet.to_int(${n})` : `(case when ${n} = trunc(${n}) then nonet.to_int(${n}) end)`;
}

function compileContext(s: Scope, e: Expression & { kind: "context" }): string {
  let inner = s;
  const pairs = e.entries.map(({ name, value }) => {
    const sql = compile(inner, value);
    inner = withVariables(inner, [name, valueBound(inner, sql, value.type)]);
    const json = isNull(value) ? "null" : exactJson(s, sql, value.type);
    return `${s.params.bind(name, "text")}, ${value.nullable && value.type.kind === "list" ? `case when ${sql} is not null then ${json} end` : json}`;
  });
  return `jsonb_build_object(${pairs.join(", ")})`;
}

/** Three-valued, as DMN 1.5 table 49 has it. */
function compileQuantified(s: Scope, e: Expression & { kind: "quantified" }): string {
  let inner = s;
  const all: Rows[] = e.bindings.map((b) => {
    const rows = rowsOf(inner, b.of, b.to);
    inner = withVariables(inner, [b.name, rows.item]);
    return rows;
  });
  const missing = missingIn(all).filter((m) => m !== undefined);
  const unknown = (sql: string): string =>
    missing.length === 0
      ? sql
      : `(${sql} ${e.quantifier === "some" ? "or" : "and"} case when ${missing.join(" or ")} then null else ${e.quantifier === "some" ? "false" : "true"} end)`;
  const c = s.params.alias("q");
  const from = `from (select ${compile(inner, e.condition)} as c from ${all.map((r) => r.from).join(", ")}${whereText(all.flatMap((r) => r.where))}) ${c}`;
  return unknown(
    e.quantifier === "some"
      ? `(select case when bool_or(${c}.c) then true when bool_or(${c}.c is null) then null else false end ${from})`
      : `(select case when not bool_and(${c}.c) then false when bool_or(${c}.c is null) then null else true end ${from})`,
  );
}

export const whereText = (parts: readonly string[]): string => {
  const kept = parts.filter((p) => p !== "true");
  return kept.length ? ` where ${kept.join(" and ")}` : "";
};
