/** Point 3: the table of an entity's initial records. */
import type { Expression } from "@nonet/feel";
import type { Field, InitialRecord } from "@nonet/model";
import type { Table, TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { typeOnCreate } from "../resolve/amount-currency.ts";
import { fieldName } from "../resolve/names.ts";
import { isNotShown } from "../text/split.ts";
import { valueOf } from "./field-value.ts";

export function readInitial(ctx: PointCompiler, draft: EntityDraft, fields: readonly Field[], table: Table): InitialRecord[] {
  const columns = table.headers.map((header) => {
    const name = fieldName(ctx, draft, header);
    return fields.find((field) => field.name === name);
  });
  for (const [i, header] of table.headers.entries())
    if (columns[i] && columns.indexOf(columns[i]) < i) ctx.report("doubled-column", header.span, `The column "${header.text}" repeats an earlier column.`);
  return table.rows.flatMap((row, at) => {
    const use: Use = { what: `initial record ${at + 1} of ${draft.name}` };
    ctx.markEnforced(row.span);
    const values: Record<string, Expression> = {};
    const cellOf = (name: string): TextSpan | null => row.cells[columns.findIndex((one) => one?.name === name)] ?? null;
    const open = row.cells.flatMap((cell, i) => (isNotShown(cell) ? (columns[i] ?? []) : []));
    row.cells.forEach((cell, i) => {
      const field = columns.indexOf(columns[i]) < i ? undefined : columns[i];
      if (field && isNotShown(cell)) {
        ctx.affects(`${field.name} of ${use.what}`, use.what, row.span);
        ctx.notShown(`${field.name} of ${use.what}`, cell.span);
        // Not even the default, because the value isn't known to be the default.
        values[field.name] = { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: cell.span };
      } else if (field && cell.text !== "" && !/^[–—-]$/.test(cell.text))
        values[field.name] = valueOf(ctx, field.type, cell, use, true, typeOnCreate(ctx, draft, field.type, cellOf, use));
    });
    // A record can't be created without a required value.
    return open.some((field) => field.required === true) ? [] : [{ values, source: row.span }];
  });
}
