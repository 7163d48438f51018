/** What each side's tables take: records, bytes of the table and of its indexes, and how many indexes it has. */
import type { Client } from "pg";

const sizes = `select n.nspname || '.' || c.relname as name, c.reltuples::bigint as records, pg_table_size(c.oid) as bytes, pg_indexes_size(c.oid) as "indexBytes",
  (select count(*) from pg_index i where i.indrelid = c.oid) as indexes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('app', 'nonet', 'hw') and c.relkind = 'r' and pg_total_relation_size(c.oid) > 1000000 order by n.nspname = 'hw', pg_total_relation_size(c.oid) desc`;

const megabytes = (bytes: string): string => (Number(bytes) / 1_000_000).toFixed(1);

export async function printTableSizes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; records: string; bytes: string; indexBytes: string; indexes: string }>(sizes);
  console.log("\n| table | records | MB | MB of indexes | indexes |\n|---|---|---|---|---|");
  for (const row of rows) console.log(`| ${row.name} | ${row.records} | ${megabytes(row.bytes)} | ${megabytes(row.indexBytes)} | ${row.indexes} |`);
}
