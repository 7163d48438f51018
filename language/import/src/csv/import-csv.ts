/** Tables in CSV files as a specification: a file is an entity, a header a field. What its values look like is a hint, never a line. */
import { type Account, accountOf, Ledger, type SourceObject } from "../account/account.ts";
import { bullet, type Draft, openEntry, plainLine, type SectionDraft, type Statement } from "../document/draft.ts";
import { textParts } from "../document/text-type.ts";
import { entityNames, fieldNames } from "../names/names.ts";
import { capitalized, singularOf, wordsOf } from "../names/spelling.ts";
import type { ColumnSummary } from "./column-summary.ts";

export interface CsvTable {
  /** The name of the file, without a folder. */
  readonly file: string;
  /** null if it can't be read as a table, with the reason. */
  readonly columns: readonly CsvColumn[] | null;
  readonly reason: string | null;
  readonly rows: number;
}

export interface CsvColumn {
  readonly header: string;
  readonly summary: ColumnSummary;
}

export interface CsvOptions {
  readonly refused: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
}

/** An entity of a file, and the fields of its columns in their order; null for a column that is open. */
export interface CsvPlan {
  readonly file: string;
  readonly entity: string;
  readonly fields: readonly (string | null)[];
}

export const idOfFile = (file: string): string => `file ${file}`;
export const idOfHeader = (file: string, header: string, at: number): string => `${idOfFile(file)} column ${header.trim() === "" ? at + 1 : plainLine(header)}`;

export function importCsv(
  folder: string,
  tables: readonly CsvTable[],
  options: CsvOptions,
): { readonly draft: Draft; readonly account: Account; readonly plans: readonly CsvPlan[] } {
  const ledger = new Ledger();
  const names = entityNames();
  const plans: CsvPlan[] = [];
  const sections: SectionDraft[] = [];
  const notes: Statement[] = [];
  const hints: Statement[] = [];
  for (const table of tables) {
    const id = idOfFile(table.file);
    const reason = options.refused.get(id) ?? table.reason;
    if (reason !== null || table.columns === null) {
      ledger.open(id, reason ?? "it has no header");
      for (const column of headerIds(table)) ledger.open(column, "its file is open");
      notes.push({ sources: [id], text: openEntry(`file ${table.file}`, reason ?? "it has no header") });
      continue;
    }
    ledger.line(id);
    const entity =
      options.names.get(id) ?? names.give(capitalized(singularOf(wordsOf(table.file.replace(/\.\w+$/, "")))), capitalized(`${wordsOf(table.file.replace(/\.\w+$/, ""))} record`));
    const made = sectionOf(table, table.columns, entity, options, ledger);
    sections.push(made.section);
    hints.push(...made.hints);
    plans.push({ file: table.file, entity, fields: made.fields });
  }
  const draft: Draft = {
    title: capitalized(wordsOf(folder)),
    origin: `Imported from the CSV files in ${plainLine(folder)}.`,
    points: { 3: { sections, hints, notes } },
  };
  return { draft, account: accountOf(objectsOf(tables), ledger), plans };
}

function objectsOf(tables: readonly CsvTable[]): readonly SourceObject[] {
  return tables.flatMap((table) => [{ id: idOfFile(table.file), kind: "file" }, ...headerIds(table).map((id) => ({ id, kind: "column" }))]);
}

/** Headers may repeat. */
function headerIds({ file, columns }: CsvTable): readonly string[] {
  const seen = new Map<string, number>();
  return (columns ?? []).map(({ header }, at) => {
    const id = idOfHeader(file, header, at);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id} (${count})`;
  });
}

function sectionOf(table: CsvTable, columns: readonly CsvColumn[], entity: string, { refused, names }: CsvOptions, ledger: Ledger) {
  const fields = fieldNames();
  const ids = headerIds(table);
  const lines: Statement[] = [];
  const about: Statement[] = [];
  const hints: Statement[] = [];
  const given = columns.map((column, at): string | null => {
    const id = ids[at]!;
    const why = refused.get(id);
    if (why !== undefined) {
      ledger.open(id, why);
      about.push({ sources: [id], text: openEntry(`column ${column.header}`, why) });
      return null;
    }
    ledger.line(id);
    const words = column.header.trim() === "" ? `column ${at + 1}` : wordsOf(column.header);
    const named = names.get(id);
    const name = named === undefined ? fields.give(words, `source ${words}`) : fields.take(named);
    lines.push({ sources: [id], text: bullet(name, textParts(null, column.header.trim())) });
    const looks = column.summary.looksLike;
    if (looks !== null) hints.push({ sources: [`hint ${id}`], text: `<!-- hint ${plainLine(id)}: ${plainLine(`${name} of ${entity} ${looks}`)} -->` });
    return name;
  });
  return { section: { heading: { sources: [idOfFile(table.file)], text: `### ${entity}` }, about, lines }, hints, fields: given };
}
