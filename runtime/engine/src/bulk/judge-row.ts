/** Judges one row by what its fields demand, in memory: its values' types, what is required, patterns and bounds. */
import { type Entity, type Field, type Product } from "@nonet/model";
import { fieldLabel } from "../input/field-label.ts";
import { checkConstraints, literalViolations } from "../input/field-constraints.ts";
import { constraintsOf, thisRecord } from "../input/constraint-expressions.ts";
import { isEmpty } from "../input/list-field.ts";
import { violationError, violationMessage } from "../input/constraint-messages.ts";
import { parseValue } from "../input/parse-value.ts";
import { storable } from "../input/rich-text.ts";

/** The row's columns as texts of SQL, or why it is refused. */
export type Judged = { readonly values: readonly (string | null)[] } | { readonly reason: string };

export interface JudgedColumn {
  readonly field: Field;
  /** A reference's key becomes an id. */
  readonly idOf: ((key: string) => string) | null;
}

/** `filled`: values of fields that the source doesn't have. */
export function rowJudge(product: Product, entity: Entity, columns: readonly JudgedColumn[], filled: ReadonlyMap<Field, unknown>): (values: readonly unknown[]) => Promise<Judged> {
  const required = entity.fields.filter((field) => field.required === true && field.computed === null && field.type.kind !== "references");
  const at = new Map(columns.map(({ field }, i) => [field, i]));
  const others = entity.fields
    .flatMap((field) => constraintsOf(field, thisRecord(entity)))
    .filter((one) => one.kind !== "required" && one.bound?.kind === "literal" && at.has(one.field));
  return async (values) => {
    const parsed: unknown[] = [];
    for (const [i, { field, idOf }] of columns.entries()) {
      const value = values[i] ?? null;
      const read = value === null || value === "" ? { value: null } : idOf ? { value: idOf(String(value)) } : parseValue(field, value);
      if ("error" in read) return { reason: `${fieldLabel(field)} ${read.error} It is ${shown(value)}.` };
      const wrong = literalViolations(field, read.value)[0];
      if (wrong) return { reason: violationMessage(wrong) };
      parsed.push(storable(field, read.value));
    }
    const valueOf = (field: Field): unknown => (at.has(field) ? parsed[at.get(field)!] : (filled.get(field) ?? null));
    const violations = await checkConstraints(
      entity.fields,
      { values: valueOf, required, constraints: others.filter(({ field }) => !isEmpty(valueOf(field)) && Array.isArray(valueOf(field))) },
      async () => ({}),
    );
    if (violations.length > 0) return { reason: violationError(product, violations[0]!).detail };
    return { values: parsed.map(sqlText) };
  };
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
