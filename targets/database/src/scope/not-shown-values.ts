/**
 * What is not shown, when it is met while the product runs.
 *
 * In a change `nonet.not_shown` refuses it, naming what is missing; in reading it is null. Between `nonet.track_not_shown()` and
 * one of `field`, `certain` and `said` it is null and noted: a record's JSON says which fields are not shown, a
 * permission isn't granted, a text says so.
 */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { sqlType } from "../columns/column-type.ts";
import type { Scope } from "./scope.ts";
import { descend } from "./walk.ts";

/** The SQLSTATE with which a change is refused; the message names what is not shown. */
export const notShownState = "NN501";

export const notShown = (s: Scope, what: string, type: Type): string => `nonet.not_shown(${s.params.bind(what, "text")})::${sqlType(type)}`;

/** The first open thing that stands in the expression itself. */
export const holeIn = (e: Expression): string | null => descend(e).reduce<string | null>((found, x) => found ?? (x.kind === "hole" ? x.open : null), null);

const known = new WeakMap<Product, Map<unknown, boolean>>();

/** Whether something not shown can be met: through computed fields, constants, functions and tables. */
export function mayBeOpen(product: Product, e: Expression): boolean {
  let memo = known.get(product);
  if (!memo) known.set(product, (memo = new Map()));
  return open(product, e, memo);
}

function open(product: Product, e: Expression, memo: Map<unknown, boolean>): boolean {
  const before = memo.get(e);
  if (before !== undefined) return before;
  memo.set(e, false);
  const found = descend(e).some((x) => (x.kind === "hole" && x.open !== null) || behind(product, x).some((inner) => (inner === null ? true : open(product, inner, memo))));
  memo.set(e, found);
  return found;
}

/** What a name or path stands for; null for a constant that is not shown. */
function behind(product: Product, e: Expression): readonly (Expression | null)[] {
  if (e.kind === "global") {
    const key = fold(e.name);
    const constant = product.constants.find((c) => fold(c.name) === key || `${fold(c.name)} at` === key);
    if (constant) return constant.values === null ? [null] : constant.values.map((v) => v.value);
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

/** A condition that doesn't hold where something not shown was met on the way. */
export const certain = (s: Scope, e: Expression, sql: string): string => (mayBeOpen(s.product, e) ? `(case when nonet.track_not_shown() then nonet.is_certain(${sql}) end)` : sql);
/** A text that says "not shown" where it hangs on something that is. */
export const said = (s: Scope, e: Expression, sql: string): string => (mayBeOpen(s.product, e) ? `(case when nonet.track_not_shown() then nonet.text_if_shown(${sql}) end)` : sql);

/** A value to sort by, null where it hangs on something not shown. In a form of its own, or PostgreSQL would put what it sorted by in the place of the field that is watched. */
export const kept = (s: Scope, e: Expression, sql: string): string => (mayBeOpen(s.product, e) ? `(case when nonet.track_not_shown() then nonet.value_if_shown(${sql}) end)` : sql);
