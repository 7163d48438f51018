/**
 * The default of a new field, where it depends only on the document: then existing records get it too.
 *
 * PostgreSQL stores it with the column and writes no row. A default that depends on the moment, on the actor or on any
 * record would be a guess for existing records.
 */
import { type Expression, fold } from "@nonet/feel";
import type { Field, Product } from "@nonet/model";
import { sqlType } from "../columns/column-type.ts";
import type { Column } from "../columns/columns.ts";
import { minorUnitsOf, rounded } from "../columns/money.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { compile } from "../scope/compile.ts";
import { Unsupported } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import { literal, Parameters } from "../sql/sql-text.ts";

/** As SQL; null where there is none. */
export function constantDefault(product: Product, column: Column): string | null {
  const value = column.field?.default;
  if (!value || column.states || column.sql.endsWith("[]") || column.sql === "uuid") return null;
  if (value.kind !== "literal") return isConstant(product, value) ? computed(product, column, column.field!, value) : null;
  if (value.value === null) return null;
  // A moment without a zone is in the product's.
  if (column.sql === "timestamptz" && !/(Z|[+-]\d\d:?\d\d)$/i.test(String(value.value))) return inZone(product, `${literal(String(value.value))}::timestamp`);
  return `${literal(String(value.value))}::${column.sql}`;
}

const inZone = (product: Product, sql: string): string => `(${sql} at time zone ${literal(product.about.timeZone)})`;

const plainKinds: ReadonlySet<Expression["kind"]> = new Set(["literal", "negate", "binary", "between", "if"]);
const plainCalls: ReadonlySet<string> = new Set([
  "date",
  "time",
  "date and time",
  "duration",
  "number",
  "string",
  "floor",
  "ceiling",
  "round up",
  "round down",
  "round half up",
  "abs",
]);

/** Only constants with a single value are constant. */
function isConstant(product: Product, value: Expression): boolean {
  return descend(value).every((e) => {
    if (e.kind === "call") return plainCalls.has(e.function);
    if (e.kind !== "global") return plainKinds.has(e.kind);
    const values = product.constants.find((c) => fold(c.name) === fold(e.name))?.values;
    return values?.length === 1 && isConstant(product, values[0]!.value);
  });
}

/** A column's default in PostgreSQL can't read tables. What can't be compiled, or has another type, is left empty. */
function computed(product: Product, column: Column, { type }: Field, value: Expression): string | null {
  let sql: string;
  try {
    sql = compile(systemScope(product, {}, new Parameters(true)), value);
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
  const is = sqlType(value.type);
  if (/\bselect\b/.test(sql) || (type.kind === "money" && type.currencyField !== undefined)) return null;
  if (type.kind === "money") return rounded(product, sql, String(minorUnitsOf(type.currency)));
  if (is === column.sql) return sql;
  if (is === "timestamp" && column.sql === "timestamptz") return inZone(product, sql);
  return column.sql === "bigint" && value.type.kind === "number" && value.type.integer === true ? `(${sql})::bigint` : null;
}
