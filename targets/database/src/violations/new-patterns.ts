/** Text fields whose format changes in a new version: existing values are checked by the engine like input. */
import type { Entity, Field, Product } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { formerColumn, pairs } from "../columns/previous-version.ts";
import type { Query } from "../sql/query.ts";
import { ident } from "../sql/sql-text.ts";

export interface NewPattern {
  readonly entity: Entity;
  readonly field: Field;
  /** Rows `{id, value}` after a record (null: from the first), over the tables of the new version. An empty text counts as missing. */
  readonly values: (after: string | null, most: number) => Query;
}

export const newPatterns = (before: Product, after: Product): readonly NewPattern[] =>
  pairs(before, after).flatMap(({ old, now }) =>
    columnsOf(after, now).flatMap((column) => {
      const former = formerColumn(columnsOf(before, old), column);
      if (!former || !column.field || column.states || !["text", "formatted", "texts"].includes(column.field.type.kind)) return [];
      if (formOf(former.field) === formOf(column.field)) return [];
      return [{ entity: now, field: column.field, values: valuesOf(now, column.column) }];
    }),
  );

/**
 * What the engine checks without the database, independent of the order of keys in a stored version. A bound of its own
 * lifts the limit that every text has.
 */
const formOf = (field: Field | null): string => JSON.stringify(field && [Object.entries(field.type).sort(), field.atMost !== null, field.matching ?? null]);

const valuesOf =
  (entity: Entity, column: string): NewPattern["values"] =>
  (after, most) => ({
    text: `select id, to_jsonb(${ident(column)}) as value from ${tableOf(entity)} where ${ident(column)} is not null and ($1::uuid is null or id > $1::uuid) order by id limit ${Math.trunc(most)}`,
    values: [after],
  });
