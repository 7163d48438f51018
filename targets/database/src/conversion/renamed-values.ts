/** The states and choices that a column's values are renamed to in a new version. */
import type { Entity, Product } from "@nonet/model";
import type { Column } from "../columns/columns.ts";
import { literal } from "../sql/sql-text.ts";

export interface ValueRename {
  readonly was: string;
  readonly now: string;
  /** Whether the previous version lists it. Otherwise only a record from an even earlier version can hold it. */
  readonly listed: boolean;
}

/** `fair was ok`, `agreed: was approved`: stored values that are renamed. */
export function valueRenames(product: Product, entity: Entity, former: Column, column: Column): readonly ValueRename[] {
  if (column.states)
    return formerStates(product, entity, column)
      .filter((s) => former.states?.includes(s.was) ?? true)
      .map((s) => ({ ...s, listed: true }));
  const type = column.field?.type;
  if (type?.kind !== "one of" && type?.kind !== "any of") return [];
  const old = former.field?.type;
  const listed = (choice: string): boolean => (old?.kind === "one of" || old?.kind === "any of" ? old.choices.includes(choice) : true);
  return (type.renamed ?? []).filter(({ from }) => !type.choices.includes(from)).map(({ from, to }) => ({ was: from, now: to, listed: listed(from) }));
}

/** Former names of the states that a column holds: `approved: was accepted`. */
export function formerStates(product: Product, entity: Entity, column: Column): readonly { readonly was: string; readonly now: string }[] {
  const machine = product.machines.find((m) => m.entity === entity.name && m.field === column.name);
  return (machine?.states ?? []).flatMap((s) => (s.was ?? []).map((was) => ({ was, now: s.name }))).filter((s) => !column.states?.includes(s.was));
}

/** SQL of a text, or of a list of texts, with the renames applied. */
export const withRenames = (sql: string, isList: boolean, words: readonly ValueRename[]): string =>
  words.length === 0
    ? sql
    : isList
      ? words.reduce((list, { was, now }) => `array_replace(${list}, ${literal(was)}, ${literal(now)})`, sql)
      : `case ${sql} ${words.map(({ was, now }) => `when ${literal(was)} then ${literal(now)}`).join(" ")} else ${sql} end`;
