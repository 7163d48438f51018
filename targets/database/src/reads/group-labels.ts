/** The label of the group to which a row belongs: `2026-03`, `2026-Q1`, `2026-W10`; for a record, what it is shown as. */
import type { Expression } from "@nonet/feel";
import { compile } from "../scope/compile.ts";
import { isoText, numberText } from "../scope/conversions.ts";
import { local, type Scope } from "../scope/scope.ts";
import type { ListGroup, Period } from "./list-request.ts";
import { shownText } from "./row-scope.ts";

const formats: Readonly<Record<Period, string>> = { day: "YYYY-MM-DD", week: 'IYYY-"W"IW', month: "YYYY-MM", quarter: 'YYYY-"Q"Q', year: "YYYY" };

export const groupLabel = (s: Scope, { expression, period }: ListGroup): string => (period ? periodLabel(s, expression, period) : valueLabel(s, expression));

/** Of a date, or of a date and time in the product's time zone. */
export function periodLabel(s: Scope, e: Expression, period: Period): string {
  const sql = compile(s, e);
  const at = e.type.kind === "date and time" && e.type.zoned ? local(s, sql) : `(${sql})::timestamp`;
  return `to_char(${at}, '${formats[period]}')`;
}

export function valueLabel(s: Scope, e: Expression): string {
  if (e.type.kind === "record") return shownText(s, e);
  const sql = compile(s, e);
  if (e.type.kind === "number") return numberText(sql, e.type);
  return e.type.kind === "boolean" ? `case when ${sql} then 'yes' when not ${sql} then 'no' end` : isoText(sql, e.type);
}
