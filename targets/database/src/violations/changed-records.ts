/** Records that an upgrade changes: rounded amounts, and states that a new machine starts with. */
import type { Product } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { initialStates } from "../conversion/initial-states.ts";
import { shadowColumns } from "../conversion/shadow-column.ts";
import { literal } from "../sql/sql-text.ts";
import { quoted } from "./violating-records.ts";
import type { ViolationQuery } from "./violation.ts";

/** Over the tables of the previous version: amounts that are rounded. */
export const roundedRecords = (before: Product, after: Product): readonly ViolationQuery[] =>
  shadowColumns(before, after).flatMap((b) => {
    const entity = after.entities.find((e) => e.name === b.entity)!;
    const name = columnsOf(after, entity).find((c) => c.column === b.column)!.name;
    return b.rounds
      ? [
          {
            entity: b.formerly,
            what: `${entity.plural} have more decimals in ${name} than the new version allows; the amounts are rounded to ${b.rounds.to}`,
            stops: false,
            sql: b.rounds.sql,
          },
        ]
      : [];
  });

/** Over the tables of the new version: records that start in a state with a condition. */
export const startedRecords = (before: Product, after: Product): readonly ViolationQuery[] =>
  initialStates(before, after).flatMap(({ entity, column, states }) =>
    [...new Set(states)].map((state) => ({
      entity: entity.name,
      what: `${entity.plural} get the state ${state}, whose start condition holds for them`,
      stops: false,
      sql: `select id from ${tableOf(entity)} where ${quoted(column.column)} = ${literal(state)}`,
    })),
  );
