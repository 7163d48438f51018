/** Point 3: the table of an entity's initial records. */
import type { Expression } from "@nonet/feel";
import type { Field, InitialRecord } from "@nonet/model";
import type { Row, Table, TextSpan } from "@nonet/notation";
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
    if (reportSeveral(ctx, row, columns)) return [];
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

const most = 200;

/** `Room 1 to 20` in a unique column or as a number: a row makes one record. */
function reportSeveral(ctx: PointCompiler, row: Row, columns: readonly (Field | undefined)[]): boolean {
  for (const [i, cell] of row.cells.entries()) {
    const found = /^(.*?)(\d{1,4})\s*(?:to|until|through|–|—|-|\.{2,3}|…)\s*(\d{1,4})$/i.exec(cell.text);
    const field = columns[i];
    const [from, to] = [Number(found?.[2]), Number(found?.[3])];
    if (
      !found ||
      !field ||
      !(from < to) ||
      to - from >= most ||
      !(field.type.kind === "integer" || (field.type.kind === "text" && field.unique === true && /(?:^|[\s#-])$/.test(found[1]!)))
    )
      continue;
    const text = ctx.layout.text(row.span);
    const at = ctx.layout.from(cell.span) - ctx.layout.from(row.span);
    const rows = Array.from(
      { length: to - from + 1 },
      (_, n) => `${text.slice(0, at)}${found[1]!}${String(from + n).padStart(found[2]!.startsWith("0") ? found[2]!.length : 0, "0")}${text.slice(at + cell.text.length)}`,
    );
    ctx.report("several-records", cell.span, `"${cell.text}" names ${to - from + 1} records, but a row makes one.`, {
      hint: "Write a row for each record.",
      fixes: [{ title: `Write ${rows.length} rows`, edits: [{ span: row.span, text: rows.join("\n") }] }],
    });
    return true;
  }
  return false;
}
