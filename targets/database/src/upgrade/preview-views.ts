/**
 * Views of the existing tables in the form of the new version, so that violating records can be found while people
 * write: in a transaction that is rolled back, and without locks that block anybody.
 */
import type { Entity, Product } from "@nonet/model";
import { type Column, columnsOf, joinTableOf, stateSince, tableOf } from "../columns/columns.ts";
import { entityInPreviousVersion, formerColumn, formerList, lists } from "../columns/previous-version.ts";
import { constantDefault } from "../conversion/constant-default.ts";
import { conversionOf } from "../conversion/conversion.ts";
import { initialStates, startOf } from "../conversion/initial-states.ts";
import { shadowColumns } from "../conversion/shadow-column.ts";
import { computedFunctions } from "../expressions/computed-functions.ts";
import { ident, literal } from "../sql/sql-text.ts";

const schema = "nonet_next";

export const previewViews = {
  begin: "begin isolation level repeatable read",
  /** Creates them, in order, inside the transaction. */
  make: (before: Product, after: Product): readonly string[] => [
    `create schema ${schema}`,
    ...after.entities.flatMap((now) => [entityView(before, after, now), ...joinViews(before, after, now)]),
    ...computedFunctions(after).map((sql) => toViews(sql.replaceAll("to_regprocedure('nonet.", `to_regprocedure('${schema}.`))),
    ...startStateViews(before, after),
  ],
  end: "rollback",
  /** Rewrites a statement on the product's tables to the views. */
  toViews,
};

function toViews(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|\bapp\.(?=["a-z])|\bnonet\.(?=c_[0-9a-f]{16}\b)/g, (found) => (found.startsWith("'") ? found : `${schema}.`));
}

const viewOf = (table: string): string => table.replace(/^app\./, `${schema}.`);

/** A condition may read any view, also its own: the start states are stored in a table, from which the view then reads them. */
function startStateViews(before: Product, after: Product): string[] {
  const started: Started = new Map();
  return initialStates(before, after).flatMap(({ entity, column, chosen }, i) => {
    const table = `${schema}.start_${i}`;
    started.set(`${entity.name} ${column.column}`, table);
    return [
      `create table ${table} as ${toViews(chosen)}`,
      `alter table ${table} add primary key (id)`,
      entityView(before, after, entity, started).replace(/^create view/, "create or replace view"),
    ];
  });
}

/** The tables of records with other start states than the default, by entity and column. */
type Started = Map<string, string>;

function entityView(before: Product, after: Product, now: Entity, started: Started = new Map()): string {
  const old = entityInPreviousVersion(before, now);
  const ownColumns = ["id", "version", "created_at", "updated_at", "created_by", "archived_at", ...(now.name === "User" ? ["is_owner"] : [])];
  const nothing: Readonly<Record<string, string>> = { id: "uuid", version: "integer", created_by: "uuid", is_owner: "boolean" };
  const own = ownColumns.map((c) => (old ? c : `null::${nothing[c] ?? "timestamptz"} as ${c}`));
  const columns = columnsOf(after, now).flatMap((column) => previewColumn(before, after, { old, now, column, started: started.get(`${now.name} ${column.column}`) }));
  return `create view ${viewOf(tableOf(now))} as select ${[...own, ...columns].join(", ")}${old ? ` from ${tableOf(old)}` : " where false"}`;
}

interface PreviewColumn {
  readonly old: Entity | undefined;
  readonly now: Entity;
  readonly column: Column;
  readonly started: string | undefined;
}

function previewColumn(before: Product, after: Product, { old, now, column, started }: PreviewColumn): string[] {
  const former = old && formerColumn(columnsOf(before, old), column);
  const is = former && conversionOf(after, now, former, column);
  const filled = shadowColumns(before, after).find((b) => b.entity === now.name && b.column === column.column);
  const start = column.states && !former ? startOf(after, now, column) : null;
  const elsewhere = started && old ? `(select s.state from ${started} s where s.id = ${tableOf(old)}.id)` : null;
  const rest = start === null ? (constantDefault(after, column) ?? `null::${column.sql}`) : `${literal(start)}::text`;
  const fresh = elsewhere ? `coalesce(${elsewhere}, ${rest})` : rest;
  const value = filled ? filled.value(ident(filled.former)) : is ? ident(former!.column) : fresh;
  const since = former?.states ? ident(stateSince(former.column)) : "nonet.now()";
  return [`${value} as ${ident(column.column)}`, ...(column.states ? [`${since} as ${ident(stateSince(column.column))}`] : [])];
}

/** Many-to-many lists. */
function joinViews(before: Product, after: Product, now: Entity): string[] {
  const old = entityInPreviousVersion(before, now);
  return lists(now).map((f) => {
    const former = old && formerList(before, after, old, f);
    const rows = former ? `select * from ${joinTableOf(old, former)}` : "select null::uuid as from_id, null::uuid as to_id, 0::bigint as position where false";
    return `create view ${viewOf(joinTableOf(now, f))} as ${rows}`;
  });
}
