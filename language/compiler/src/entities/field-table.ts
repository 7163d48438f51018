/** Point 3: checks a table of fields: its columns and rows. */
import type { Table } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { fieldColumns, notedAttributes, oddFieldColumns, rawFieldRow } from "../syntax/field-table.ts";

export function judgeFieldTable(ctx: PointCompiler, table: Table): void {
  const { unknown, doubled } = oddFieldColumns(table);
  for (const header of unknown)
    reportNearest(ctx, "unknown-column", header, header.text === "" ? "A column has no name" : `A table of fields has no column "${header.text}"`, fieldColumns);
  for (const header of doubled) ctx.report("doubled-column", header.span, `"${header.text}" means the same as an earlier column.`);
  for (const { header, cells, isWhole } of notedAttributes(table))
    ctx.report("unread-attribute", cells[0]!.span, `"${cells[0]!.text}" reads as attributes, but the column "${header.text}" is for people to read, so nothing would come of it.`, {
      hint: "Call the column Attributes; what is said of a field besides stands in a column of its own.",
      fixes: isWhole ? [{ title: "Call the column Attributes", edits: [{ span: header.span, text: "Attributes" }] }] : [],
    });
  for (const row of table.rows) {
    ctx.enforced(row.span);
    if (rawFieldRow(table, row) === null) ctx.report("missing-cell", row.span, "A field has a name and a type.", { hint: "Write `not shown` where the type isn't known." });
  }
}
