/** A report's groups as a crossed table: rows, columns, cells, and totals where values may be added. */
import type { ReportRow } from "../api/queries.ts";

export interface CrossTable {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly (readonly string[])[];
  /** Null where nothing can be said, as one of what is taken together is empty; undefined where no record is. */
  cell(row: readonly string[] | null, column: readonly string[] | null, value: number): string | null | undefined;
}

const keyOf = (parts: readonly string[]): string => JSON.stringify(parts);

/** A null row or column asks for the total over all of them. */
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

/** Exact sums of decimal strings: no binary fractions between the database and the eye. */
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
