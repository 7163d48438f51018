import { type Expression, fold, keptDuration, readDuration, type Type } from "@nonet/feel";
import { sqlType } from "../columns/column-type.ts";
import { compile } from "../expressions/compile.ts";
import { compileAs, convert } from "./coerce.ts";
import { notShown } from "./not-shown-values.ts";
import { type Bound, type Scope, unsupported, withVariables, zone } from "./scope.ts";

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
