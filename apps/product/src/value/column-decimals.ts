/** How many decimals the numbers of a column have. */
import type { ColumnData } from "@nonet/screens";
import { valueAt } from "../format/value-at.ts";

export const decimalsIn = (value: unknown): number => /\.(\d*[1-9])0*$/.exec(String(value ?? ""))?.[1]!.length ?? 0;

export const decimalsOfColumns = (columns: readonly ColumnData[], rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, number> =>
  new Map(columns.filter((column) => column.control === "number").map(({ key }) => [key, Math.max(0, ...rows.map((row) => decimalsIn(valueAt(row, key))))]));
