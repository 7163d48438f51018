/** A constraint or an index of a table, which can be added and dropped on its own. */
import type { Entity, Product } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { mentions } from "../sql/rename-columns.ts";
import { ident } from "../sql/sql-text.ts";
import { type Guard, guardOf } from "./exclusion-guard.ts";

export interface Part {
  readonly kind: "check" | "reference" | "unique" | "exclusion" | "index";
  readonly name: string;
  readonly table: string;
  /** What follows the name: the columns and the condition. */
  readonly body: string;
  readonly add: string;
  readonly drop: string;
  /** How it is enforced on a table that already has records. */
  readonly guard?: Guard;
  /** A check on a table that already has records. */
  readonly late?: LateCheck;
}

/** Records that violate a new check must still be writable in other columns: a trigger enforces it until none violates it. */
export interface LateCheck {
  readonly trigger: string;
  /** Returns a row if a record violates it. */
  readonly against: string;
  /** Replaces the trigger by the constraint. */
  readonly settle: string;
}

export const constraint = (kind: Part["kind"], entity: Entity, name: string, body: string): Part => ({
  kind,
  name,
  table: tableOf(entity),
  body,
  add: `alter table ${tableOf(entity)} add constraint ${ident(name)} ${body}`,
  drop: `alter table ${tableOf(entity)} drop constraint if exists ${ident(name)}`,
});

/** `clash`: SQL that is true when two records of the table, given by their aliases, conflict. */
export const exclusion = (product: Product, entity: Entity, name: string, body: string, index: string, clash: (one: string, other: string) => string): Part => {
  const part = constraint("exclusion", entity, name, body);
  const reads = columnsOf(product, entity).flatMap((c) => (mentions(index, [c.column]) ? [c.column] : []));
  const guard = guardOf({ table: part.table, name, body, index, clash: clash("r", "o"), reads });
  return { ...part, guard, drop: `${guard.drop};\n${part.drop}` };
};

export const index = (entity: Entity, name: string, body: string): Part => ({
  kind: "index",
  name,
  table: tableOf(entity),
  body,
  add: `create index if not exists ${ident(name)} on ${tableOf(entity)} ${body}`,
  drop: `drop index if exists app.${ident(name)}`,
});
