/** Loads many records at once into empty tables: without indexes and constraints first, which are then added for all. */
import type { Entity, Field, Product } from "@nonet/model";
import { columnsOf, isJoined, joinTableOf, stateSince, tableOf } from "../columns/columns.ts";
import { fold } from "@nonet/feel";
import type { Query } from "../sql/query.ts";
import { bounded, ident } from "../sql/sql-text.ts";
import { createJoin } from "../tables/plan-tables.ts";
import { partsOf } from "../tables/constraints.ts";

const times: readonly string[] = ["created at", "updated at"];

/** Evaluated once for a statement; as a column's default, the function would be called for each row. */
const now = "(select nonet.now())";

const plain = (text: string): Query => ({ text, values: [] });

export const bulk = {
  begin: plain("begin isolation level read committed"),
  commit: plain("commit"),
  rollback: plain("rollback"),
  lock: (entities: readonly Entity[]): Query => plain(`lock table ${entities.map(tableOf).join(", ")} in access exclusive mode`),
  /** `{there}` */
  hasRecords: (entity: Entity): Query => plain(`select exists (select from ${tableOf(entity)}) as there`),
  /** Tables of lists are created again, so that their constraints come last, too. */
  dropParts: (product: Product, entities: readonly Entity[]): readonly Query[] => [
    ...entities.flatMap((entity) => joined(entity).map((field) => plain(`drop table ${joinTableOf(entity, field)}`))),
    ...entities.flatMap((entity) => partsOf(product, entity).map((part) => plain(part.drop))),
    ...entities.flatMap((entity) => joined(entity).map((field) => plain(`create table ${newJoin(entity, field)} (from_id uuid, to_id uuid, position bigint)`))),
  ],
  /** Without plain indexes, which a start builds where they are missing. */
  addParts: (product: Product, entities: readonly Entity[]): readonly Query[] => [
    ...entities.flatMap((entity) =>
      partsOf(product, entity)
        .filter(({ kind }) => kind !== "index")
        .map((part) => plain(part.add)),
    ),
    ...entities.flatMap((entity) => joined(entity).flatMap((field) => finishJoin(product, entity, field))),
  ],
  /** Texts in, one array for each column; `createdAt` and `updatedAt` may be among the columns. */
  insert(product: Product, entity: Entity, names: readonly string[], arrays: readonly (readonly (string | null)[])[]): Query {
    const columns = columnsOf(product, entity);
    const found = names.map((name) => {
      if (times.includes(name)) return { column: name.replace(" ", "_"), sql: "timestamptz", states: null };
      return columns.find((column) => fold(column.name) === fold(name))!;
    });
    const given = found.map(({ sql }, i) => (times.includes(names[i]!) ? `coalesce(a${i}::timestamptz, ${now})` : `a${i}::${sql}`));
    const since = found.filter(({ states }) => states).map(({ column }) => stateSince(column));
    const missing = times.filter((time) => !names.includes(time)).map((time) => time.replace(" ", "_"));
    return {
      name: "",
      text: `insert into ${tableOf(entity)} (${["id", ...found.map(({ column }) => column), ...since, ...missing].map(ident).join(", ")}) select ${["a::uuid", ...given, ...since.map(() => now), ...missing.map(() => now)].join(", ")} from unnest(${["$1::text[]", ...found.map((_, i) => `$${i + 2}::text[]`)].join(", ")}) as u(${["a", ...found.map((_, i) => `a${i}`)].join(", ")})`,
      values: arrays,
    };
  },
  insertPairs: (entity: Entity, field: Field, from: readonly string[], to: readonly string[], at: number): Query => ({
    name: "",
    text: `insert into ${newJoin(entity, field)}(from_id, to_id, position) select f, t, n + $3::bigint from unnest($1::uuid[], $2::uuid[]) with ordinality u(f, t, n)`,
    values: [from, to, at],
  }),
  /** Rows `{id}` with a value that a column doesn't allow, which are gone; with the part of the table that says so. */
  deleteInvalid: (product: Product, entity: Entity): readonly { readonly name: string; readonly query: Query }[] =>
    partsOf(product, entity).flatMap((part) => {
      const check = part.kind === "check" ? / check \((.*)\) not valid$/s.exec(part.add)?.[1] : undefined;
      return check === undefined ? [] : [{ name: part.name, query: plain(`delete from ${tableOf(entity)} where not (${check}) returning id`) }];
    }),
  /** Rows `{id}` that referred to nothing, and are gone. */
  deleteDangling: (product: Product, entity: Entity, field: Field): Query => {
    const target = product.entities.find((one) => field.type.kind === "reference" && one.name === field.type.entity)!;
    return plain(
      `delete from ${tableOf(entity)} r where r.${ident(field.column)} is not null and not exists (select from ${tableOf(target)} x where x.id = r.${ident(field.column)}) returning r.id`,
    );
  },
  /** Rows `{id}` after the first one with the same values, which are gone. */
  deleteDuplicates(product: Product, entity: Entity, fields: readonly string[]): Query | null {
    const columns = fields.map((name) => columnsOf(product, entity).find((column) => column.name === name)?.column);
    if (columns.includes(undefined)) return null;
    const names = columns.map((column) => ident(column!));
    return plain(
      `delete from ${tableOf(entity)} r using (select ctid, row_number() over (partition by ${names.join(", ")} order by ctid) as n from ${tableOf(entity)} where ${names.map((name) => `${name} is not null`).join(" and ")}) x where x.ctid = r.ctid and x.n > 1 returning r.id`,
    );
  },
  deleteRecords: (entity: Entity, ids: readonly string[]): Query => ({ name: "", text: `delete from ${tableOf(entity)} where id = any($1::uuid[])`, values: [ids] }),
  count: (entity: Entity): Query => plain(`select count(*)::int as count from ${tableOf(entity)}`),
  analyze: (entity: Entity): Query => plain(`analyze ${tableOf(entity)}`),
};

const joined = (entity: Entity): readonly Field[] => entity.fields.filter((field) => field.computed === null && isJoined(field));

const newJoin = (entity: Entity, field: Field): string => `app.${ident(bounded(`new_${entity.table}__${field.column}`))}`;

/** The pairs whose records are both there. */
function finishJoin(product: Product, entity: Entity, field: Field): readonly Query[] {
  const target = product.entities.find((one) => field.type.kind === "references" && one.name === field.type.entity)!;
  return [
    ...createJoin(product, entity, field).split(";\n").map(plain),
    plain(
      `insert into ${joinTableOf(entity, field)}(from_id, to_id, position) select n.from_id, n.to_id, n.position from ${newJoin(entity, field)} n join ${tableOf(entity)} a on a.id = n.from_id join ${tableOf(target)} b on b.id = n.to_id on conflict do nothing`,
    ),
    plain(`drop table ${newJoin(entity, field)}`),
  ];
}
