/** The states that existing records get when their entity gets a new machine: the start whose condition holds, as for new records. */
import type { Entity, Machine, Product } from "@nonet/model";
import { type Column, columnsOf, tableOf } from "../columns/columns.ts";
import { formerColumn, pairs } from "../columns/previous-version.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { compileAs } from "../scope/coerce.ts";
import { fromTable, withVariables } from "../scope/scope.ts";
import { ident, literal, Parameters } from "../sql/sql-text.ts";

export interface InitialState {
  readonly entity: Entity;
  readonly column: Column;
  /** The start states that have a condition. */
  readonly states: readonly string[];
  /** Rows `{id, state}` of the records that don't get the default start state. */
  readonly chosen: string;
  /** Sets their states. */
  readonly bring: string;
}

/** The start state of records for which no condition holds. */
export function startOf(product: Product, entity: Entity, column: Column): string | null {
  const starts = machineOf(product, entity, column)?.startsAs ?? [];
  return starts.find((s) => s.when === null)?.state ?? starts[0]?.state ?? column.states?.[0] ?? null;
}

/** For new machines of existing entities, in the order of the document. */
export const initialStates = (before: Product, after: Product): readonly InitialState[] =>
  pairs(before, after).flatMap(({ old, now }) =>
    columnsOf(after, now).flatMap((column) => (column.states && !formerColumn(columnsOf(before, old), column) ? initialStateOf(after, now, column) : [])),
  );

function initialStateOf(product: Product, entity: Entity, column: Column): InitialState[] {
  const starts = (machineOf(product, entity, column)?.startsAs ?? []).flatMap(({ state, when }) => (when ? [{ state, when }] : []));
  if (starts.length === 0) return [];
  const s = withVariables(systemScope(product, {}, new Parameters(true)), ["this", { kind: "row", entity, alias: "r" }]);
  const cases = starts.map(({ state, when }) => `when ${compileAs(s, when, { kind: "boolean" })} then ${literal(state)}`);
  const chosen = `select x.id, x.state from (select r.id, case ${cases.join(" ")} end as state from ${fromTable(entity, "r")}) x where x.state <> ${literal(startOf(product, entity, column)!)}`;
  return [
    {
      entity,
      column,
      states: starts.map(({ state }) => state),
      chosen,
      // The next statements may alter tables, which deferred constraints would prevent.
      bring: `update ${tableOf(entity)} t set ${ident(column.column)} = s.state from (${chosen}) s where s.id = t.id;\nset constraints all immediate`,
    },
  ];
}

const machineOf = (product: Product, entity: Entity, column: Column): Machine | undefined => product.machines.find((m) => m.entity === entity.name && m.field === column.name);
