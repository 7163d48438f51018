/** Uniqueness of several columns, and unique indexes on some of the records; what other indexes say is quoted elsewhere. */
import { code, type Statement } from "../document/draft.ts";
import { feelOf } from "../sql/to-feel.ts";
import type { Lines } from "./field-lines.ts";
import { quoteConstraint } from "./rules.ts";
import { columnsIn, fieldOfColumn, type TablePlan } from "./plan-tables.ts";

interface Key {
  readonly id: string;
  readonly columns: readonly number[];
  readonly definition: string;
  readonly predicate: string | null;
}

/** Lines for the keys that aren't said with a column, and quotations for those that can't be said. */
export function keyLines(context: Lines, table: TablePlan): { readonly lines: readonly Statement[]; readonly about: readonly Statement[] } {
  const { catalog, ledger } = context;
  const lines: Statement[] = [];
  const about: Statement[] = [];
  for (const one of table.constraints.filter(({ kind }) => kind === "p" || kind === "u")) {
    const id = catalog.idOfConstraint(one);
    if (one.comment !== null) ledger.quoted(`${id} comment`);
    if (ledger.outcomes.has(id)) continue;
    const line = keyLine(context, table, { id, columns: one.columns!, definition: one.definition, predicate: null });
    if (line) lines.push(line);
    else about.push(quoteConstraint(context, id, one));
  }
  const indexes = catalog.indexes().filter((one) => one.table === table.facts.oid);
  for (const one of indexes) {
    const id = catalog.idOfIndex(one);
    if (ledger.outcomes.has(id)) continue;
    const line = one.unique ? keyLine(context, table, { id, columns: one.columns.slice(0, one.keys), definition: one.definition, predicate: one.predicate }) : null;
    if (line) lines.push(line);
  }
  return { lines, about };
}

function keyLine({ ledger, options }: Lines, table: TablePlan, { id, columns, definition, predicate }: Key): Statement | null {
  if (options.refused.has(id) || /NULLS NOT DISTINCT/i.test(definition)) return null;
  const fields = columns.map((number) => (number === 0 ? null : (compositeField(table, columns, number) ?? fieldOfColumn(table, number))));
  if (fields.includes(null)) return null;
  const among = predicate === null ? "" : feelOf(predicate, columnsIn(table), "as false");
  if (among === null) return null;
  ledger.line(id);
  return { sources: [id], text: `- Unique: ${[...new Set(fields)].join(", ")}${among === "" ? "" : ` among ${code(among)}`}` };
}

/** A reference of several columns stands for them where they are all in the key. */
function compositeField(table: TablePlan, columns: readonly number[], number: number): string | null {
  const found = table.composite.find(
    (reference) => reference.columns.every((column) => columns.includes(column.number)) && reference.columns.some((column) => column.number === number),
  );
  return found && fieldOfColumn(table, number) === null ? found.name : null;
}
