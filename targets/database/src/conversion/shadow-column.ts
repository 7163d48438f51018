/**
 * A column whose values change their type, or are renamed, isn't rewritten under a lock. A shadow column is filled
 * instead.
 *
 * A trigger keeps it in sync with what servers of the previous version write, existing records are filled in batches,
 * its indexes are built, and at the switch-over it takes the previous column's place and name. Its name is a hash of its
 * purpose, so that an interrupted one is found and continued, and one that no version wants any more is dropped.
 */
import type { Entity, Product } from "@nonet/model";
import { type Column, columnsOf, tableOf } from "../columns/columns.ts";
import { entityInPreviousVersion, formerColumn } from "../columns/previous-version.ts";
import { hash, ident, literal } from "../sql/sql-text.ts";
import { conversionOf } from "./conversion.ts";
import { startOf } from "./initial-states.ts";
import { valueRenames, withRenames } from "./renamed-values.ts";
import { roundingOf } from "./rounding.ts";

export interface ShadowColumn {
  /** The name of the column, its trigger and its function. */
  readonly name: string;
  /** The entity's name in the previous version, and its table. */
  readonly formerly: string;
  readonly table: string;
  /** The entity's name in the new version. */
  readonly entity: string;
  readonly former: string;
  /** The columns that it is computed from. */
  readonly reads: readonly string[];
  readonly column: string;
  readonly sql: string;
  readonly value: (former: string) => string;
  /** SQL that is true for a record, with its shadow column filled, that loses something. */
  readonly lost: string | null;
  readonly loses: string | null;
  /** Rows `{id}` of the records that would lose something, over the tables of the previous version. */
  readonly losesOnly: string | null;
  /** For rounded money: the precision, and rows `{id}` of the records whose amount changes, over the tables of the previous version. */
  readonly rounds: { readonly to: string; readonly sql: string } | null;
  /** Returns a row where there is anything to do. Null: always filled, because former values may still be written. */
  readonly onlyIf: string | null;
  readonly sentence: string;
}

export function shadowColumns(before: Product, after: Product): readonly ShadowColumn[] {
  return after.entities.flatMap((now) => {
    const old = entityInPreviousVersion(before, now);
    return old
      ? columnsOf(after, now).flatMap((column) => {
          const former = formerColumn(columnsOf(before, old), column);
          return former ? (shadowColumnOf(before, after, { old, now, former, column }) ?? []) : [];
        })
      : [];
  });
}

interface MovedColumn {
  readonly old: Entity;
  readonly now: Entity;
  readonly former: Column;
  readonly column: Column;
}

function shadowColumnOf(before: Product, after: Product, { old, now, former, column }: MovedColumn): ShadowColumn | null {
  const conversion = conversionOf(after, now, former, column);
  const words = conversion ? valueRenames(after, now, former, column) : [];
  const rounding = conversion && roundingOf(before, after, old, now, former, column);
  // A plain field may be empty; a state never is.
  const start = column.states && !former.states ? startOf(after, now, column) : null;
  if (!conversion || (former.sql === column.sql && words.length === 0 && !rounding && start === null)) return null;
  const isList = column.sql.endsWith("[]");
  const moved = (x: string): string => (rounding ? rounding.value(conversion.value(x), x) : withRenames(conversion.value(x), isList, words));
  const value = (x: string): string => (start === null ? moved(x) : `coalesce(${moved(x)}, ${literal(start)})`);
  const [table, from] = [tableOf(old), ident(former.column)];
  const name = `shadow_${hash([table, former.column, column.sql, value("x")].join(" "))}`;
  const unlisted = former.sql === column.sql && !rounding && start === null && !words.some((w) => w.listed);
  const holds = `array[${words.map((w) => literal(w.was)).join(", ")}]::text[]`;
  const called = words.map(({ was, now: to }) =>
    column.states ? `Every ${now.name} that is ${was} becomes ${to}.` : `${was} of ${now.name}: ${column.name} is now called ${to}.`,
  );
  return {
    name,
    formerly: old.name,
    table,
    entity: now.name,
    former: former.column,
    reads: rounding?.currency ? [former.column, rounding.currency] : [former.column],
    column: column.column,
    sql: column.sql,
    value,
    lost: conversion.lost?.(from, name) ?? null,
    loses: conversion.loses,
    losesOnly: conversion.lost ? `select id from ${table} where ${conversion.lost(from, `(${conversion.value(from)})`)}` : null,
    rounds: rounding && { to: rounding.to, sql: `select id from ${table} where (${conversion.value(from)}) is distinct from (${value(from)})` },
    onlyIf: unlisted ? `select 1 from ${table} where ${isList ? `${from} && ${holds}` : `${from} = any(${holds})`} limit 1` : null,
    sentence: [
      ...(former.column === column.column ? [] : [`${former.name} of ${now.name} is now called ${column.name}.`]),
      ...(former.sql === column.sql && !rounding ? [] : [`${column.name} of ${now.name} changes its type.`]),
      ...(rounding ? [`It is rounded to ${rounding.to}.`] : []),
      ...called,
      ...(start === null ? [] : [`Every ${now.name} without a ${column.name} becomes ${start}.`]),
    ].join(" "),
  };
}
