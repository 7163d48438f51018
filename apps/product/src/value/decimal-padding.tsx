/** Lines up the decimals of a column: a number with fewer than the others has invisible ones, so that nothing is said about its precision. */
import { createContext, useContext } from "react";
import type { ColumnData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatNumber } from "../format/format.ts";
import { valueAt } from "../format/value-at.ts";

/** The most decimals of each column of numbers, by its key. */
export const ColumnDecimals = createContext<ReadonlyMap<string, number>>(new Map());

const decimalsIn = (value: unknown): number => /\.(\d*[1-9])0*$/.exec(String(value ?? ""))?.[1]!.length ?? 0;

export const decimalsOfColumns = (columns: readonly ColumnData[], rows: readonly Row[]): ReadonlyMap<string, number> =>
  new Map(columns.filter((column) => column.control === "number").map(({ key }) => [key, Math.max(0, ...rows.map((row) => decimalsIn(valueAt(row, key))))]));

export function DecimalPadding({ column, value }: { column: ColumnData; value: unknown }) {
  const { product } = useProductContext();
  const most = useContext(ColumnDecimals).get(column.key) ?? 0;
  const own = decimalsIn(value);
  if (most <= own || value === null || value === undefined) return null;
  const point = formatNumber(1.5, product).replace(/\d/g, "");
  return (
    <span className="numeric" aria-hidden style={{ visibility: "hidden" }}>
      {`${own === 0 ? point : ""}${"0".repeat(most - own)}`}
    </span>
  );
}
