/** Fills every table of a product with made-up rows, by its model alone: as many as make the planner choose as it would in use. */
import type { Client } from "pg";
import type { Entity, Field, Product } from "@nonet/model";
import { planTables, systemTables, upgrade } from "@nonet/database";
import { columnsOf, isJoined, joinTableOf, tableOf, type Column } from "../../targets/database/src/columns/columns.ts";
import { uniqueSets } from "../../targets/database/src/columns/unique-sets.ts";

export interface Size {
  readonly people: number;
  /** Of every other entity. */
  readonly records: number;
}

/** Tables first and what ties them together last, so that the rows come in fast and every constraint is checked. */
export async function seedFromModel(client: Client, product: Product, size: Size): Promise<void> {
  await client.query(systemTables());
  const ties = /^(alter table|create index|do \$do\$)/;
  const statements = planTables(product);
  for (const sql of statements.filter((s) => !ties.test(s))) await client.query(sql);
  for (const entity of product.entities) {
    await client.query(seedTable(product, entity, size));
    for (const field of entity.fields) if (field.computed === null && isJoined(field)) await client.query(seedJoin(product, entity, field, size));
  }
  for (const sql of statements.filter((s) => ties.test(s))) await client.query(sql);
  for (const { query } of upgrade.systemIndexes) await client.query(query.text);
  await seedOwn(client, product, size);
  await client.query("vacuum (analyze)");
}

/** Only the rows, into tables that a product has made: nothing is checked and no trigger runs. */
export async function seedRows(client: Client, product: Product, size: Size): Promise<void> {
  const { rows: checks } = await client.query(
    `select conrelid::regclass as of, quote_ident(conname) as name from pg_constraint where contype = 'c' and connamespace = 'app'::regnamespace`,
  );
  for (const { of, name } of checks) await client.query(`alter table ${of} drop constraint ${name}`);
  await client.query("set session_replication_role = replica");
  for (const entity of product.entities) {
    await client.query(seedTable(product, entity, size));
    for (const field of entity.fields) if (field.computed === null && isJoined(field)) await client.query(seedJoin(product, entity, field, size));
  }
  await client.query("set session_replication_role = origin");
}

/** The nth record of an entity, as SQL over the number's text. */
const idOf = (product: Product, entity: string, n: string): string =>
  `(lpad(to_hex(${1 + product.entities.findIndex((e) => e.name === entity)}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export const idAt = (product: Product, entity: string, n: number): string =>
  `${(1 + product.entities.findIndex((e) => e.name === entity)).toString(16).padStart(8, "0")}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

const countOf = (entity: string, size: Size): number => (entity === "User" ? size.people : size.records);
/** How many records of an entity others refer to: each by many. */
const referred = (entity: string, size: Size): number => (entity === "User" ? size.people : Math.max(1, Math.floor(size.records / 20)));

/** The records of an entity with a unique reference are at most as many as those to which it refers. */
function seededOf(entity: Entity, size: Size): number {
  const targets = entity.fields.flatMap(({ type, unique }) => (unique && type.kind === "reference" ? [countOf(type.entity, size)] : []));
  return Math.min(countOf(entity.name, size), ...targets);
}

function seedTable(product: Product, entity: Entity, size: Size): string {
  const columns = columnsOf(product, entity);
  const together = uniqueSets(entity).filter((set) => set.length > 1);
  const made = columns.map((c, i) => {
    const set = together.find((names) => names.includes(c.name));
    // What must be unique together counts like the digits of one number.
    const width = set ? Math.ceil(Math.sqrt(size.records)) + 1 : 0;
    const digit = set ? (set.indexOf(c.name) === 0 ? `(n / ${width})` : `(n % ${width})`) : null;
    return [
      { name: c.column, sql: valueOf(product, entity, c, i, digit, size) },
      ...(c.states ? [{ name: c.column === "state" ? "state_since" : `${c.column}_since`, sql: `timestamptz '2020-01-01' + n * interval '1 hour'` }] : []),
    ];
  });
  const all = [
    { name: "id", sql: idOf(product, entity.name, "n") },
    { name: "created_at", sql: "timestamptz '2020-01-01' + n * interval '1 hour'" },
    { name: "created_by", sql: idOf(product, "User", `(1 + n % ${size.people})`) },
    ...made.flat(),
  ];
  return `insert into ${tableOf(entity)} (${all.map((x) => `"${x.name}"`).join(", ")}) select ${all.map((x) => x.sql).join(", ")} from generate_series(1, ${seededOf(entity, size)}) n`;
}

/** Each reference goes round in steps of its own, and comes to all that it may refer to. */
const primes = [7919, 7907, 7901, 7883, 7879, 7877, 7873, 7867];

function valueOf(product: Product, entity: Entity, column: Column, i: number, digit: string | null, size: Size): string {
  const type = column.field?.type;
  if (column.states) return oneOf(endFirst(product, entity, column), "n");
  if (type?.kind === "one of") return oneOf(type.choices, `n / 10`);
  if (type?.kind === "any of") return `array[${oneOf(type.choices, "n")}]`;
  if (type?.kind === "reference") {
    if (column.field!.unique) return idOf(product, type.entity, "n");
    // A record that comes after the one it refers to, so that no tree runs in a circle.
    if (type.entity === entity.name) return `case when n > 1 then ${idOf(product, entity.name, `greatest(1, n / 2)`)} end`;
    return idOf(product, type.entity, `(1 + ${digit ?? `(n * ${primes[i % primes.length]!})`} % ${referred(type.entity, size)})`);
  }
  const d = digit ?? "n";
  switch (column.sql) {
    case "boolean":
      return column.name === "active" ? "true" : "n % 7 = 0";
    case "numeric":
      return `(${d} % 1000)::numeric`;
    case "bigint":
      return `(${d} % 1000)`;
    case "date":
      return `date '2020-01-01' + (${digit ?? `n / ${referred("", size)} * 60 + n % 50`})::int + ${i}`;
    case "timestamptz":
      return `timestamptz '2020-01-01' + (${digit ?? "n * 10"}) * interval '1 hour' + interval '${i} hours'`;
    case "time":
      return `time '08:00' + (${d} % 600) * interval '1 minute'`;
    case "interval":
      return "interval '1 hour'";
    case "uuid":
      return `${idOf(product, entity.name, "n")}`;
    case "uuid[]":
      return `array[${idOf(product, entity.name, "n")}]`;
    case "text[]":
      return "array['word ' || n % 100]";
    default:
      return type?.kind === "formatted" && ["country", "language", "currency", "time zone"].includes(type.format) ? "'EUR'" : `'Some ${column.column} ' || ${d}`;
  }
}

/** Nine in ten stand where the machine ends. */
function endFirst(product: Product, entity: Entity, column: Column): string[] {
  const machine = product.machines.find((m) => m.entity === entity.name && m.field === column.name);
  const end = machine?.endsAs[0] ?? column.states!.at(-1)!;
  return column.states!.flatMap((state) => [state, ...Array.from({ length: 9 }, () => end)]);
}

const oneOf = (texts: readonly string[], n: string): string => `(array[${texts.map((t) => `'${t.replaceAll("'", "''")}'`).join(", ")}])[1 + (${n}) % ${texts.length}]`;

function seedJoin(product: Product, entity: Entity, field: Field, size: Size): string {
  const target = field.type.kind === "references" ? field.type.entity : "";
  return `insert into ${joinTableOf(entity, field)} (from_id, to_id, position) select ${idOf(product, entity.name, "n")}, ${idOf(product, target, `(1 + (n * 31 + k) % ${referred(target, size)})`)}, k from generate_series(1, ${seededOf(entity, size)}) n, generate_series(0, 1) k on conflict do nothing`;
}

/** Nonet's own tables: roles, sessions, history, and an outbox of which nearly all has left. */
async function seedOwn(client: Client, product: Product, size: Size): Promise<void> {
  const roles = product.permissions.roles.map((r) => r.name);
  const person = idOf(product, "User", `(1 + n % ${size.people})`);
  const entity = product.entities.find((e) => e.name !== "User")!.name;
  const record = idOf(product, entity, "n");
  if (roles.length > 0) await client.query(`insert into nonet.user_role select ${idOf(product, "User", "n")}, ${oneOf(roles, "n")} from generate_series(1, ${size.people}) n`);
  await client.query(`insert into nonet.session select 'hash ' || n, ${person}, now() + interval '1 day' from generate_series(1, ${size.records}) n`);
  await client.query(
    `insert into nonet.history (entity, record_id, at, by, action, specification) select $1, ${record}, now(), ${person}, 'change', '' from generate_series(1, ${size.records}) n, generate_series(1, 3)`,
    [entity],
  );
  await client.query(
    `insert into nonet.outbox (id, call, entity, record_id, payload, idempotency_key, due_at, created_at, status) select ${record}, 'call', $1, ${record}, '{}', n::text, now(), now(), case when n % 500 = 0 then 'waiting' when n % 501 = 0 then 'failed' else 'done' end from generate_series(1, ${size.records}) n`,
    [entity],
  );
  await client.query(`insert into nonet.idempotency (key, actor, body_hash) select n::text, 'someone', '' from generate_series(1, ${size.records}) n`);
  await client.query(
    `insert into nonet.api_key (id, user_id, name, key_hash, created_at) select ${record}, ${person}, '', 'hash ' || n, now() from generate_series(1, ${size.records}) n`,
  );
  await client.query(
    `insert into nonet.file (id, name, type, size, uploaded_by, path, at) select ${record}, '', '', 1, ${person}, '', now() from generate_series(1, ${size.records}) n`,
  );
  await client.query(
    `insert into nonet.decision (record_id, action, round, entity, began_at, step_since) select ${record}, 'x', 1, $1, now(), now() from generate_series(1, ${size.records}) n`,
    [entity],
  );
  await client.query(
    `insert into nonet.vote (entity, record_id, action, round, by, kind, at) select $1, ${record}, 'x', 1, ${person}, 'yes', now() from generate_series(1, ${size.records}) n`,
    [entity],
  );
  await client.query(
    `insert into nonet.deputy (id, person, deputy, from_date, to_date, made_at) select ${record}, ${person}, ${idOf(product, "User", `(1 + (n + 1) % ${size.people})`)}, '2020-01-01', '2020-02-01', now() from generate_series(1, ${size.records}) n`,
  );
  await client.query(
    `insert into nonet.blocked_transition (record_id, entity, machine, "row", source, since, reason) select ${record}, $1, 'state', 1, '', now(), '[]' from generate_series(1, ${size.records}) n`,
    [entity],
  );
}
