/** Reads every table completely and writes it back: rows as JSON by column name, so that they fit a table whose columns are in another order. */
import type { Product } from "@nonet/model";
import { isJoined, joinTableOf } from "../columns/columns.ts";
import { plainQuery, type Query } from "../sql/query.ts";
import { literal } from "../sql/sql-text.ts";
import { partsOf } from "../tables/constraints.ts";
import { createJoin, createTable } from "../tables/plan-tables.ts";
import { presentNames } from "./renamed-objects.ts";

const name = /^(app|nonet)\.("[^"]+"|[a-z_][a-z0-9_]*)$/;

/** Checks a table's name from a backup, because it becomes part of SQL text. */
export const isTableName = (text: string): boolean => name.test(text);

export const backup = {
  /** Rows `{name, columns}` of the tables with data, columns in alphabetical order and without shadow columns. */
  tables: plainQuery(`select format('%I.%I', n.nspname, c.relname) as name,
    (select coalesce(jsonb_agg(a.attname order by a.attname), '[]'::jsonb) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname !~ '^(shadow|beside)_[0-9a-f]{16}$') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('app', 'nonet') and c.relkind = 'r' and c.relpersistence = 'p' order by 1`),
  openRows: (table: string, columns: readonly string[]): Query =>
    plainQuery(`declare backup no scroll cursor for select to_json(x)::text as row from (select ${columns.map((c) => `"${c.replaceAll('"', '""')}"`).join(", ")} from ${table}) x`),
  someRows: plainQuery("fetch 500 from backup"),
  closeRows: plainQuery("close backup"),
  /** `$1` is an array of rows as JSON; `renamed`: the present names of columns that the rows have under a former name. */
  addRows: (table: string, columns: readonly string[], rows: readonly string[], renamed: Readonly<Record<string, string>> = {}): Query => {
    const list = columns.map((c) => `"${c.replaceAll('"', '""')}"`).join(", ");
    const former = Object.entries(renamed);
    const source =
      former.length === 0
        ? `json_populate_recordset(null::${table}, $1::json)`
        : `jsonb_populate_recordset(null::${table}, (select jsonb_agg((e - array[${former.map(([was]) => literal(was)).join(", ")}]) || jsonb_build_object(${former.map(([was, now]) => `${literal(now)}, e -> ${literal(was)}`).join(", ")})) from jsonb_array_elements($1::jsonb) e))`;
    return plainQuery(`insert into ${table}(${list}) overriding system value select ${list} from ${source}`, [`[${rows.join(",")}]`]);
  },
  /** What a table of a backup and its columns are called in this release. */
  presentNames,
  /** Rows `{name, needs}`: tables whose rows refer to another's. */
  references: plainQuery(
    "select distinct format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', m.nspname, d.relname) as needs from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace join pg_class d on d.oid = k.confrelid join pg_namespace m on m.oid = d.relnamespace where k.contype = 'f' and n.nspname in ('app', 'nonet') and k.conrelid <> k.confrelid",
  ),
  /** Removes rows that a new table already has, before the backup's are added. */
  clear: (table: string): Query => plainQuery(`delete from ${table}`),
  /** The counters to set to the highest value. */
  counters: plainQuery(
    "select format('%I.%I', n.nspname, c.relname) as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('app', 'nonet') and a.attidentity <> '' and c.relkind = 'r'",
  ),
  setCounter: (table: string, column: string): Query =>
    plainQuery(
      `select setval(pg_get_serial_sequence('${table.replaceAll("'", "''")}', '${column.replaceAll("'", "''")}'), greatest(1, coalesce((select max("${column}") from ${table}), 0)), (select count(*) > 0 from ${table}))`,
    ),
  /** The tables of many-to-many fields, which hold ids only. */
  joinTables: (product: Product): readonly string[] => product.entities.flatMap((e) => e.fields.filter((f) => f.computed === null && isJoined(f)).map((f) => joinTableOf(e, f))),
  /** Every file that a record may hold: `{id, path}`. */
  files: plainQuery("select id, path from nonet.file order by id"),
};

/** The DDL in the order in which rows can be restored: tables without constraints, tables of many-to-many fields, then constraints and indexes. */
export function planRestore(product: Product): {
  readonly tables: readonly string[];
  readonly joins: readonly { readonly table: string; readonly sql: string }[];
  readonly ties: readonly string[];
} {
  return {
    tables: product.entities.map((e) => createTable(product, e)),
    joins: product.entities.flatMap((e) => e.fields.filter((f) => f.computed === null && isJoined(f)).map((f) => ({ table: joinTableOf(e, f), sql: createJoin(product, e, f) }))),
    ties: product.entities.flatMap((e) => partsOf(product, e).map((p) => p.add)),
  };
}
