/** Starts rehearsal at another moment: while people have changed nothing, everything is dated to it. */
import type { Product } from "@nonet/model";
import { tableOf } from "../columns/columns.ts";
import type { Query } from "../sql/query.ts";

/** One row, `begun`: whether a person has changed anything except people. */
export const hasChangesQuery: Query = { text: `select exists (select 1 from nonet.history where by is not null and entity <> 'User') as begun`, values: [] };

/** The statements of one transaction; `moment` is an instant as text. */
export function setStartMoment(product: Product, moment: string): readonly Query[] {
  const machines = new Set(product.machines.filter((m) => m.field === "state").map((m) => m.entity));
  const values = [moment];
  return [
    ...product.entities.map((e) => ({
      text: `update ${tableOf(e)} set created_at = $1::timestamptz, updated_at = $1::timestamptz${machines.has(e.name) ? ", state_since = $1::timestamptz" : ""}`,
      values,
    })),
    { text: "update nonet.history set at = $1::timestamptz", values },
    ...["schedule", "timer_run"].map((table) => ({ text: `delete from nonet.${table} where $1::timestamptz is not null`, values })),
    { text: "update nonet.clock set frozen_at = $1::timestamptz where one", values },
  ];
}
