/** A report's groups as a cross table: rows, columns, cells, and totals of values that can be added. */
import type { ReportRow } from "../api/queries.ts";

export interface CrossTable {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly (readonly string[])[];
  /** Null if a value of the total is null; undefined if there are no records. */
  cell(row: readonly string[] | null, column: readonly string[] | null, value: number): string | null | undefined;
}

const keyOf = (parts: readonly string[]): string => JSON.stringify(parts);

/** With a null row or column, `cell` returns the total over all of them. */
export function crossTable(groups: readonly ReportRow[]): CrossTable {
  const distinct = (pick: (g: ReportRow) => readonly string[]) => [...new Map(groups.map((g) => [keyOf(pick(g)), pick(g)])).values()];
  return {
    rows: distinct((g) => g.row),
    columns: distinct((g) => g.column).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    cell(row, column, value) {
      const fitting = groups.filter((g) => (row === null || keyOf(g.row) === keyOf(row)) && (column === null || keyOf(g.column) === keyOf(column)));
      if (fitting.length === 0) return undefined;
      const values = fitting.map((g) => g.values[value] ?? null);
      return values.every((each) => each !== null) ? addDecimals(values) : null;
    },
  };
}

/** Adds decimal strings exactly, without floating point. */
export function addDecimals(values: readonly string[]): string {
  const places = Math.max(0, ...values.map((v) => (v.split(".")[1] ?? "").length));
  const sum = values.reduce((total, v) => {
    const [whole, part = ""] = v.replace("-", "").split(".");
    const units = BigInt((whole || "0") + part.padEnd(places, "0"));
    return v.startsWith("-") ? total - units : total + units;
  }, 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, "0");
  return `${sum < 0n ? "-" : ""}${places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits}`;
}
