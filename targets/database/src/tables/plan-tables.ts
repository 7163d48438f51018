/** DDL of schema `app`: a table per entity with real types, named constraints and the indexes that reads need. */
import type { Entity, Field, Product } from "@nonet/model";
import { type Column, columnsOf, isJoined, joinTableOf, stateSince, tableOf } from "../columns/columns.ts";
import { computedFunctions } from "../expressions/computed-functions.ts";
import { bounded, ident } from "../sql/sql-text.ts";
import { nameOf } from "./constraint-names.ts";
import { partsOf } from "./constraints.ts";

/** For an empty database: tables, many-to-many tables, then constraints and indexes. */
export function planTables(product: Product): string[] {
  return [
    ...computedFunctions(product),
    ...product.entities.map((e) => createTable(product, e)),
    ...product.entities.flatMap((e) => e.fields.filter((f) => f.computed === null && isJoined(f)).map((f) => createJoin(product, e, f))),
    ...product.entities.flatMap((e) => partsOf(product, e).map((p) => p.add)),
  ];
}

export const createTable = (product: Product, entity: Entity): string => {
  const own = [
    "id uuid primary key",
    "version integer not null default 1",
    "created_at timestamptz not null default nonet.now()",
    "updated_at timestamptz not null default nonet.now()",
    "created_by uuid",
    "archived_at timestamptz",
    ...(entity.name === "User" ? ["is_owner boolean not null default false"] : []),
    ...columnsOf(product, entity).flatMap((c) => columnTexts(entity, c)),
  ];
  return `create table ${tableOf(entity)} (\n  ${own.join(",\n  ")}\n)${fillFactor}`;
};

/** Leaves a tenth of each page free, so that an update of unindexed columns stays on its page and writes no index (PostgreSQL's HOT updates). */
const fillFactor = " with (fillfactor = 90)";

/** The DDL of a column. A state has a second column with the moment it was entered. `required` is checked by the engine. */
export function columnTexts(entity: Entity, column: Column): string[] {
  const fallback = entity.name === "User" && column.name === "active" && !column.field?.default ? " not null default true" : "";
  return [`${ident(column.column)} ${column.sql}${fallback}`, ...(column.states ? [`${ident(stateSince(column.column))} timestamptz`] : [])];
}

/** The foreign key of a many-to-many table to the listed records. */
export function joinForeignKey(product: Product, entity: Entity, field: Field): { readonly name: string; readonly body: string } {
  const target = product.entities.find((e) => field.type.kind === "references" && e.name === field.type.entity)!;
  return {
    name: ident(nameOf.joined(entity, field)),
    body: `references ${tableOf(target)}(id) on delete ${field.whenDeleted === "forbid" ? "restrict" : "cascade"}`,
  };
}

/** The names of the constraints and the index of a many-to-many table. */
export function joinNames(product: Product, entity: Entity, field: Field): { readonly tie: string; readonly owner: string; readonly index: string } {
  const name = `${entity.table}__${field.column}`;
  return { tie: joinForeignKey(product, entity, field).name, owner: ident(bounded(`owner_${name}`)), index: ident(bounded(`join_${name}`)) };
}

export function createJoin(product: Product, entity: Entity, field: Field): string {
  const tie = joinForeignKey(product, entity, field);
  const { owner, index } = joinNames(product, entity, field);
  return `create table ${joinTableOf(entity, field)} (from_id uuid not null constraint ${owner} references ${tableOf(entity)}(id) on delete cascade, to_id uuid not null constraint ${tie.name} ${tie.body}, position bigint not null default 0, primary key (from_id, to_id));\ncreate index ${index} on ${joinTableOf(entity, field)} (to_id)`;
}
