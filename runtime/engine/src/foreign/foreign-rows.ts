/** The rows of a foreign database, for the records that come along: read with cursors in one snapshot, some thousands at a time. */
import { foreignCursor, foreignRows } from "@nonet/database";
import type { RecordList, RecordTable } from "@nonet/import";
import type pg from "pg";
import type { BulkList, BulkRow, BulkTable } from "../contract/bulk.ts";
import type { Outcome } from "../contract/outcome.ts";
import { inForeignDatabase } from "./foreign-database.ts";

const batch = 4000;

export interface ForeignRecords {
  readonly tables: readonly RecordTable[];
  readonly lists: readonly RecordList[];
}

/** `work` gets the rows as they are read; they end with it. */
export const withForeignRows = <T>(
  url: string,
  { tables, lists }: ForeignRecords,
  work: (tables: readonly BulkTable[], lists: readonly BulkList[]) => Promise<T>,
): Promise<Outcome<T>> =>
  inForeignDatabase(url, (client) =>
    work(
      tables.map((table) => bulkTable(client, table)),
      lists.map((list) => bulkList(client, list)),
    ),
  );

type Texts = readonly (string | null)[];

function bulkTable(client: pg.Client, table: RecordTable): BulkTable {
  return {
    entity: table.entity,
    source: table.source,
    columns: table.fields.map(({ field, target }) => ({ field, target })),
    rows: async function* () {
      const { schema, table: name, select } = table;
      for await (const rows of read(client, foreignRows(schema, name, select))) yield rows.map((texts): BulkRow => rowOf(table, texts));
    },
    label: (key, row) => `${table.source} (${key === null ? `row ${row + 1}` : table.key.length === 1 ? key : (JSON.parse(key) as string[]).join(", ")})`,
  };
}

function rowOf(table: RecordTable, texts: Texts): BulkRow {
  const key = table.key.length === 0 ? null : keyOf(table.key.map((at) => texts[at]!));
  const values = table.fields.map(({ target, at }) => {
    if (target !== null) return keyOf(at.map((one) => texts[one]!));
    const text = texts[at[0]!]!;
    return text !== null && table.select[at[0]!]!.form === "list"
      ? (JSON.parse(text) as readonly unknown[]).map((item) => (item === null ? "" : typeof item === "string" ? item : JSON.stringify(item)))
      : text;
  });
  return { key, values };
}

/** null where a part of it is. */
const keyOf = (parts: Texts): string | null => (parts.includes(null) || parts.length === 0 ? null : parts.length === 1 ? parts[0]! : JSON.stringify(parts));

function bulkList(client: pg.Client, list: RecordList): BulkList {
  return {
    ...list,
    pairs: async function* () {
      for await (const rows of read(client, foreignRows(list.schema, list.table, list.select)))
        yield rows.flatMap((texts) => {
          const [from, to] = [keyOf(texts.slice(0, list.split)), keyOf(texts.slice(list.split))];
          return from === null || to === null ? [] : [[from, to] as const];
        });
    },
  };
}

async function* read(client: pg.Client, rows: string): AsyncGenerator<readonly Texts[]> {
  await client.query(foreignCursor.open(rows));
  for (;;) {
    const found = (await client.query({ text: foreignCursor.fetch(batch), rowMode: "array" })).rows as unknown as readonly Texts[];
    if (found.length > 0) yield found;
    if (found.length < batch) break;
  }
  await client.query(foreignCursor.close);
}
