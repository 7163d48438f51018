/** Rounds stored money to its currency's minor unit where the new version changes its type or currency. */
import type { Entity, Field, Product } from "@nonet/model";
import { type Column, columnsOf } from "../columns/columns.ts";
import { minorUnitsOf, rounded } from "../columns/money.ts";
import { formerColumn } from "../columns/previous-version.ts";
import { ident } from "../sql/sql-text.ts";

/** How an amount is rounded. */
export interface Rounding {
  /** SQL of the rounded amount; `former` is the previous column in SQL, with or without an alias. */
  readonly value: (amount: string, former: string) => string;
  /** A description of the precision. */
  readonly to: string;
  /** The previous column of the currency. */
  readonly currency: string | null;
}

/** Null: the values have no more decimals than allowed. */
export function roundingOf(before: Product, after: Product, old: Entity, now: Entity, former: Column, column: Column): Rounding | null {
  const type = moneyOf(column.field);
  if (!type || former.sql === "bigint") return null;
  const was = moneyOf(former.field);
  if (type.currencyField === undefined) {
    const decimals = minorUnitsOf(type.currency);
    if (was && was.currencyField === undefined && minorUnitsOf(was.currency) <= decimals) return null;
    return { value: (amount) => rounded(after, amount, String(decimals)), to: decimalsOf(decimals), currency: null };
  }
  const is = columnsOf(after, now).find((c) => c.name === type.currencyField);
  const currency = is && formerColumn(columnsOf(before, old), is);
  // A currency that is computed or converted isn't available yet: the amount is rounded at its record's next write.
  if (currency?.sql !== "text" || (was?.currencyField !== undefined && was.currencyField === currency.name)) return null;
  const currencyColumn = (x: string): string => x.slice(0, x.length - ident(former.column).length) + ident(currency.column);
  return { value: (amount, x) => rounded(after, amount, `nonet.minor_units(${currencyColumn(x)})`), to: `what the currency in its ${is!.name} has`, currency: currency.column };
}

const moneyOf = (field: Field | null) => (field?.type.kind === "money" ? field.type : null);

const decimalsOf = (count: number): string => (count === 0 ? "a whole amount" : `${count} decimals`);
