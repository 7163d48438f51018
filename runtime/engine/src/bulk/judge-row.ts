/** Judges one row by what its fields demand, in memory: its values' types, what is required, patterns and bounds. */
import { type Entity, type Field, type Product } from "@nonet/model";
import { fieldLabel } from "../input/field-label.ts";
import { countViolations, literalViolations, valueViolations } from "../input/field-constraints.ts";
import { constraintsOf, thisRecord } from "../input/constraint-expressions.ts";
import { isEmpty } from "../input/list-field.ts";
import { violationError, violationMessage } from "../input/constraint-messages.ts";
import { parseValue } from "../input/parse-value.ts";
import { storable } from "../input/rich-text.ts";

/** The row's columns as texts of SQL, or why it is refused. */
export type Judged = { readonly values: readonly (string | null)[] } | { readonly reason: string };

export interface JudgedColumn {
  readonly name: string;
  /** Its place in the rows. */
  readonly at: number;
  /** null for what every record has anyway, which is taken as it is. */
  readonly field: Field | null;
  /** A reference's key becomes an id. */
  readonly idOf: ((key: string) => string) | null;
}

/** `filled`: values of fields that the source doesn't have. The values come in the columns' order. */
export function rowJudge(product: Product, entity: Entity, columns: readonly JudgedColumn[], filled: ReadonlyMap<Field, unknown>): (row: readonly unknown[]) => Judged {
  const placeOf = new Map(columns.flatMap(({ field }, i) => (field === null ? [] : [[field, i] as const])));
  const required = entity.fields.filter((field) => field.required === true && field.computed === null && field.type.kind !== "references");
  const demanding = entity.fields.filter((field) => required.includes(field) || field.matching !== null);
  const bounds = entity.fields
    .flatMap((field) => constraintsOf(field, thisRecord(entity)))
    .filter((one) => one.kind !== "required" && one.bound?.kind === "literal" && placeOf.has(one.field));
  return (row) => {
    const parsed: unknown[] = [];
    for (const column of columns) {
      const read = readCell(column, row[column.at] ?? null);
      if ("reason" in read) return read;
      parsed.push(read.value);
    }
    const valueOf = (field: Field): unknown => (placeOf.has(field) ? parsed[placeOf.get(field)!] : (filled.get(field) ?? null));
    const lists = bounds.filter(({ field }) => Array.isArray(valueOf(field)) && !isEmpty(valueOf(field)));
    const violation = valueViolations(demanding, valueOf, required)[0] ?? (lists.length > 0 ? countViolations(lists, valueOf)[0] : undefined);
    return violation ? { reason: violationError(product, violation).detail } : { values: parsed.map(sqlText) };
  };
}

function readCell({ field, idOf }: JudgedColumn, value: unknown): { readonly value: unknown } | { readonly reason: string } {
  if (field === null || value === null || value === "") return { value: field === null ? value : null };
  if (idOf) return { value: idOf(String(value)) };
  const read = parseValue(field, value);
  if ("error" in read) return { reason: `${fieldLabel(field)} ${read.error} It is ${shown(value)}.` };
  const wrong = literalViolations(field, read.value)[0];
  return wrong ? { reason: violationMessage(wrong) } : { value: storable(field, read.value) };
}

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
};

/** As PostgreSQL reads it, before it is cast to the column. */
export function sqlText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map((item) => `"${String(item).replace(/[\\"]/g, "\\$&")}"`).join(",")}}`;
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}
