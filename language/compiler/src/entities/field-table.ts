/** Point 3: checks a table of fields: its columns and rows. */
import type { Table } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { fieldColumns, attributesInNotes, fieldColumnProblems, rawFieldRow } from "../syntax/entities/field-table.ts";

export function checkFieldTable(ctx: PointCompiler, table: Table): void {
  const { unknown, doubled } = fieldColumnProblems(table);
  for (const header of unknown)
    reportNearest(ctx, "unknown-column", header, header.text === "" ? "A column has no name" : `A table of fields has no column "${header.text}"`, fieldColumns);
  for (const header of doubled) ctx.report("doubled-column", header.span, `The column "${header.text}" repeats an earlier column.`);
  for (const { header, cells, isWhole } of attributesInNotes(table))
    ctx.report("unread-attribute", cells[0]!.span, `"${cells[0]!.text}" looks like attributes, but the column "${header.text}" is only for notes, so it has no effect.`, {
      hint: "Name the column Attributes, and keep notes in another column.",
      fixes: isWhole ? [{ title: "Name the column Attributes", edits: [{ span: header.span, text: "Attributes" }] }] : [],
    });
  for (const row of table.rows) {
    ctx.markEnforced(row.span);
    if (rawFieldRow(table, row) === null) ctx.report("missing-cell", row.span, "A field needs a name and a type.", { hint: "If the type isn't known, write `not shown`." });
  }
}
