/**
 * Values in texts for people (mails, messages, titles), formatted as on screens (default 62): an amount with its
 * currency and its decimals, long numbers grouped.
 *
 * The words are English, like every product's language so far. `money-words.test.ts` compares the result with what
 * screens show.
 */
import type { Expression, Type } from "@nonet/feel";
import { entityOf, fieldOf } from "@nonet/model";
import { compile } from "../scope/compile.ts";
import { readableText } from "../scope/conversions.ts";
import type { Scope } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import { literal } from "../sql/sql-text.ts";

export function displayText(s: Scope, e: Expression): string {
  return displaySql(s, compile(s, e), e.type, () => currencySql(s, e));
}

function displaySql(s: Scope, sql: string, type: Type, currency: () => string | null): string {
  if (type.kind === "list") {
    const item = s.params.alias("j");
    return `(select string_agg(${displaySql(s, `${item}.v`, type.of, currency)}, ', ' order by ${item}.n) from unnest(${sql}) with ordinality ${item}(v, n))`;
  }
  if (type.kind !== "number" || type.unit === "%") return readableText(s, sql, type);
  const code = currency();
  return code === null ? `nonet.number_words((${sql})::numeric)` : `nonet.money_words((${sql})::numeric, ${code})`;
}

/** The currency's code as SQL: fixed by the type, or read at the path of its `unitIn`; null where the value isn't an amount. */
function currencySql(s: Scope, e: Expression): string | null {
  const type = e.type.kind === "list" ? e.type.of : e.type;
  if (type.kind !== "number") return null;
  if (type.unit !== undefined) return `${literal(type.unit)}::text`;
  if (type.unitIn !== undefined) return fieldAt(s, e, type.unitIn) ?? "null::text";
  return isAmount(s, e) ? "null::text" : null;
}

/** Whether the field holds money of a product whose currency isn't shown. */
function isAmount(s: Scope, e: Expression): boolean {
  const owner = e.kind === "path" ? (e.of.type.kind === "list" ? e.of.type.of : e.of.type) : null;
  const entity = owner?.kind === "record" ? entityOf(s.product, owner.name) : undefined;
  return entity !== undefined && e.kind === "path" && fieldOf(entity, e.field)?.type.kind === "money";
}

/** The field at `this.trip.currency`, reached from a variable of the expression or of the scope. */
function fieldAt(s: Scope, e: Expression, path: string): string | null {
  const [root, ...steps] = path.split(".");
  const bound = s.variables.get(root!);
  const entity = bound && "entity" in bound ? bound.entity : undefined;
  const variable = descend(e).find((inner) => inner.kind === "variable" && inner.name === root);
  const start: Type | undefined = variable?.type ?? (entity ? { kind: "record", name: entity.name } : undefined);
  if (!start || steps.some((step) => step.includes("["))) return null;
  let at: Expression = { kind: "variable", name: root!, type: start, nullable: true, span: e.span };
  for (const field of steps) {
    const type = typeAt(s, at.type, field);
    if (!type) return null;
    at = { kind: "path", of: at, field, listed: false, type, nullable: true, span: e.span };
  }
  return `(${compile(s, at)})::text`;
}

function typeAt(s: Scope, of: Type, name: string): Type | null {
  if (of.kind === "context") return of.entries[name] ?? null;
  const entity = of.kind === "record" ? entityOf(s.product, of.name) : undefined;
  const field = entity && fieldOf(entity, name);
  if (!field) return null;
  return field.type.kind === "reference" ? { kind: "record", name: field.type.entity } : { kind: "string" };
}
