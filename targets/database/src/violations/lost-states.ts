/** Records in a state that the new version doesn't have, which block the upgrade. */
import type { Entity, Product } from "@nonet/model";
import { type Column, columnsOf, tableOf } from "../columns/columns.ts";
import { formerColumn, pairs } from "../columns/previous-version.ts";
import { conversionOf } from "../conversion/conversion.ts";
import { formerStates } from "../conversion/renamed-values.ts";
import { literal } from "../sql/sql-text.ts";
import { quoted } from "./violating-records.ts";
import type { ViolationQuery } from "./violation.ts";

/** Over the tables of the previous version. */
export function lostStateRecords(before: Product, after: Product): readonly ViolationQuery[] {
  return pairs(before, after).flatMap(({ old, now }) =>
    columnsOf(after, now).flatMap((column) => {
      const former = formerColumn(columnsOf(before, old), column);
      if (!former || !column.states) return [];
      if (!former.states) return noStates(after, now, old, former, column);
      const lost = former.states.filter((s) => !column.states!.includes(s) && !formerStates(after, now, column).some((f) => f.was === s));
      return lost.map((state) => ({
        entity: old.name,
        what: `${old.plural} are in the state ${state}, which is removed; move them to another state first, or keep the state`,
        stops: true,
        sql: `select id from ${tableOf(old)} where ${quoted(former.column)} = ${literal(state)}`,
      }));
    }),
  );
}

/** A plain field's values become states of the same name; other values block the upgrade. */
function noStates(after: Product, now: Entity, old: Entity, former: Column, column: Column): readonly ViolationQuery[] {
  const text = conversionOf(after, now, former, column)?.value(quoted(former.column));
  const known = [...column.states!, ...formerStates(after, now, column).map((s) => s.was)];
  if (text === undefined) return [];
  return [
    {
      entity: old.name,
      what: `${old.plural} have a ${former.name} that isn't one of their states; change it first, or state its former name`,
      stops: true,
      sql: `select id from ${tableOf(old)} where ${text} not in (${known.map(literal).join(", ")})`,
    },
  ];
}
