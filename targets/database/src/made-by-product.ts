/** Fields whose value the product makes together with a record: where one comes later, the records that are there have none, and nobody can give them any. */
import type { Entity, Field, Product } from "@nonet/model";
import { columnsOf, tableOf } from "./columns.ts";
import { conversionOf } from "./conversion.ts";
import { formerColumn } from "./former.ts";
import { ident } from "./sql-text.ts";
import type { Standing } from "./standing-records.ts";

export const isMade = ({ type }: Field): boolean => ["sequence", "random text", "secret key", "secret link"].includes(type.kind);

/** Over the tables as they will be. A number that is taken on an action may still be taken. */
export const withoutMade = (before: Product, after: Product, old: Entity, now: Entity): Standing[] =>
  columnsOf(after, now).flatMap((column) => {
    const { field } = column;
    const former = formerColumn(columnsOf(before, old), column);
    if (!field || !isMade(field) || (field.type.kind === "sequence" && field.type.takenOn)) return [];
    if (former?.field?.type.kind === field.type.kind) return [];
    const keeps = former && conversionOf(after, now, former, column);
    return [
      {
        entity: now.name,
        what: `${now.plural} get no ${field.name}: the product makes it when a record is made, and it is for new ones`,
        stops: false,
        sql: `select id from ${tableOf(now)}${keeps ? ` where coalesce(${ident(column.column)}, '') = ''` : ""}`,
      },
    ];
  });
