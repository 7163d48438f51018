/** Lines up the decimals of a column: a number with fewer than the others has invisible ones, so that nothing is said about its precision. */
import { createContext, useContext } from "react";
import type { ColumnData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import { formatNumber } from "../format/format.ts";
import { decimalsIn } from "./column-decimals.ts";

/** The most decimals of each column of numbers, by its key. */
export const ColumnDecimals = createContext<ReadonlyMap<string, number>>(new Map());

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
