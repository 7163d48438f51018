/** Checks a table's headers: unknown ones, duplicates, and missing ones. */
import type { Columns, Table } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { reportNearest } from "./report-nearest.ts";

export function checkColumns(context: Context, table: Table, columns: Columns, names: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((name) => !columns.positions.has(name));
  for (const header of columns.unknown)
    reportNearest(context, "unknown-column", header, header.text === "" ? "A column has no name" : `There is no column "${header.text}"`, missing.length > 0 ? missing : names);
  for (const header of columns.doubled) context.report("doubled-column", header.span, `The column "${header.text}" repeats an earlier column.`);
  const first = table.rows[0]?.span.from ?? table.span.to;
  const head = { ...table.span, to: Math.max(table.span.from, first) };
  // An unknown header may be the missing one, misspelled. Only one mistake is reported.
  for (const name of missing.slice(columns.unknown.length)) context.report("missing-column", head, `The column ${name} is missing.`);
  context.markEnforced(head);
}
