/** A list as a FROM clause, and back: arrays and JSON as rows, rows as an array. */
import type { Type } from "@nonet/feel";
import { sqlType } from "../../columns/column-type.ts";
import { boundAs, valueBound } from "../../scope/bound-values.ts";
import { whereText } from "../../scope/coerce.ts";
import type { Bound, Scope } from "../../scope/scope.ts";

export interface Rows {
  readonly from: string;
  readonly where: readonly string[];
  readonly item: Bound;
  readonly type: Type;
  readonly order: string | null;
  /** SQL that is true where there is no list, which differs from an empty one; absent where that can't be. */
  readonly missing?: string;
}

/** The result is null where there is no list. */
export const unlessMissing = (rows: Rows, sql: string): string => (rows.missing === undefined ? sql : `(case when not (${rows.missing}) then ${sql} end)`);

export const elementType = (type: Type): Type => (type.kind === "list" || type.kind === "range" ? type.of : type);

export function unnested(s: Scope, sql: string, type: Type, nullable = false): Rows {
  const a = s.params.alias("u");
  const missing = nullable ? { missing: `${sql} is null` } : {};
  if (type.kind === "list")
    return {
      ...missing,
      from: `unnest(${sql}) with ordinality ${a}(v, n)`,
      where: [],
      item: sqlType(type) === "jsonb[]" ? { kind: "value", sql: `${a}.v`, type: { kind: "any" } } : valueBound(s, `${a}.v`, type.of),
      type: type.of.kind === "null" ? { kind: "any" } : type.of,
      order: `${a}.n`,
    };
  if (sqlType(type) === "jsonb")
    return {
      ...(nullable ? { missing: `nullif(${sql}, 'null'::jsonb) is null` } : {}),
      from: `nonet.json_items(${sql}) with ordinality ${a}(v, n)`,
      where: [],
      item: { kind: "value", sql: `${a}.v`, type: { kind: "any" } },
      type: { kind: "any" },
      order: `${a}.n`,
    };
  return { ...missing, from: `(select ${sql} as v) ${a}`, where: [`${a}.v is not null`], item: valueBound(s, `${a}.v`, type), type, order: null };
}

export const itemSql = (s: Scope, rows: Rows): string => boundAs(s, rows.item, rows.type);

export function arrayOf(s: Scope, rows: Rows, type: Type): string {
  const target: Type = type.kind === "list" ? type : { kind: "list", of: rows.type };
  // Nested lists are JSON: PostgreSQL's arrays can't hold arrays of different lengths.
  const sql = boundAs(s, rows.item, sqlType(target) === "jsonb[]" ? { kind: "any" } : elementType(target));
  return unlessMissing(rows, `array(select ${sql} from ${rows.from}${whereText(rows.where)}${rows.order ? ` order by ${rows.order}` : ""})`);
}
