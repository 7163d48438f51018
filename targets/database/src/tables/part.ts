import type { Entity, Product } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { mentions } from "../sql/rename-columns.ts";
import { ident } from "../sql/sql-text.ts";
import { type Guard, guardOf } from "./exclusion-guard.ts";

/** One thing in the database that can be added and dropped on its own. */
export interface Part {
  readonly kind: "check" | "reference" | "unique" | "exclusion" | "index";
  readonly name: string;
  readonly table: string;
  /** What follows the name: over which columns, and what holds of them. */
  readonly body: string;
  readonly add: string;
  readonly drop: string;
  /** How it is kept where it comes later than the records. */
  readonly guard?: Guard;
  /** A check that came later than the records. */
  readonly late?: LateCheck;
}

/** Records that stand against a check from before must still be written in everything else: a trigger keeps it until none does. */
export interface LateCheck {
  readonly trigger: string;
  /** A row, where a record stands against it. */
  readonly against: string;
  /** What the trigger does is the constraint's from now on. */
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

/** `clash`: when two records of the table, by the names given them, may not stand together. */
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
