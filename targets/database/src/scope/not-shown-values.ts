/**
 * Expressions that may depend on something that the document doesn't show.
 *
 * In a change `nonet.not_shown` refuses it and names what is missing; in a read it is null. Between
 * `nonet.track_not_shown()` and one of `field_or_not_shown`, `is_certain` and `text_if_shown` it is null and recorded: a
 * record's JSON names the fields that are not shown, a permission isn't granted, a text says "not shown".
 */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { sqlType } from "../columns/column-type.ts";
import type { Scope } from "./scope.ts";
import { isCalendarCall } from "./calendar-names.ts";
import { descend } from "./walk.ts";

/** The SQLSTATE of a change that is refused because something isn't shown; the message names it. */
export const notShownState = "NN501";

export const notShown = (s: Scope, what: string, type: Type): string => `nonet.not_shown(${s.params.bind(what, "text")})::${sqlType(type)}`;

/** The first thing not shown that stands in the expression itself. */
export const notShownInside = (e: Expression): string | null => descend(e).reduce<string | null>((found, x) => found ?? (x.kind === "hole" ? x.open : null), null);

const known = new WeakMap<Product, Map<unknown, boolean>>();

/** Whether the expression depends on something not shown: directly, or through computed fields, constants, functions and tables. */
export function mayBeNotShown(product: Product, e: Expression): boolean {
  let memo = known.get(product);
  if (!memo) known.set(product, (memo = new Map()));
  return findNotShown(product, e, memo);
}

function findNotShown(product: Product, e: Expression, memo: Map<unknown, boolean>): boolean {
  const before = memo.get(e);
  if (before !== undefined) return before;
  memo.set(e, false);
  const found = descend(e).some(
    (x) => (x.kind === "hole" && x.open !== null) || expressionsBehind(product, x).some((inner) => (inner === null ? true : findNotShown(product, inner, memo))),
  );
  memo.set(e, found);
  return found;
}

/** The expressions behind a name or a path; null for a constant that is not shown. */
function expressionsBehind(product: Product, e: Expression): readonly (Expression | null)[] {
  if (e.kind === "global") {
    const key = fold(e.name);
    const constant = product.constants.find((c) => fold(c.name) === key || `${fold(c.name)} at` === key);
    if (constant) return constant.values === null ? [null] : constant.values.map((v) => v.value);
    if (product.calendars.some(({ open }) => open !== undefined) && isCalendarCall(key)) return [null];
    const body = product.functions.find((f) => fold(f.name) === key)?.body;
    if (body) return [body];
    return product.tables.find((t) => fold(t.name) === key)?.rows.flatMap((row) => [...row.results, ...descend(row.tests)]) ?? [];
  }
  if (e.kind !== "path") return [];
  const of = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
  const entity = of.kind === "record" ? product.entities.find((x) => x.name === of.name) : undefined;
  const computed = entity?.fields.find((f) => fold(f.name) === fold(e.field))?.computed;
  return computed ? [computed] : [];
}

/** A condition that is false where it depends on something not shown. */
export const isCertain = (s: Scope, e: Expression, sql: string): string =>
  mayBeNotShown(s.product, e) ? `(case when nonet.track_not_shown() then nonet.is_certain(${sql}) end)` : sql;
/** A text that is "not shown" where it depends on something not shown. */
export const textIfShown = (s: Scope, e: Expression, sql: string): string =>
  mayBeNotShown(s.product, e) ? `(case when nonet.track_not_shown() then nonet.text_if_shown(${sql}) end)` : sql;

/**
 * A sort key that is null where it depends on something not shown. The function call differs from the field's, or
 * PostgreSQL would reuse the sort key in place of the tracked field.
 */
export const valueIfShown = (s: Scope, e: Expression, sql: string): string =>
  mayBeNotShown(s.product, e) ? `(case when nonet.track_not_shown() then nonet.value_if_shown(${sql}) end)` : sql;

/** A text array of the value and of what isn't shown that it depends on, so that it can be computed before it is known whether it will be read. */
export const valueAndNotShown = (sql: string): string => `(case when nonet.track_not_shown() then nonet.value_and_not_shown(${sql}) end)`;
/** The value of such an array, as if it were computed here. */
export const valueOrNotShown = (sql: string, type: string): string =>
  `nonet.in_place(case when (${sql})[2] is null then (${sql})[1]::${type} else nonet.not_shown((${sql})[2])::${type} end)`;
