import type { Product } from "@nonet/model";
import { computedFunctions } from "../expressions/computed-functions.ts";
import type { Query } from "../sql/query.ts";
import { hash } from "../sql/sql-text.ts";
import { systemTables } from "../system/system-tables.ts";
import { partsOf } from "../tables/constraints.ts";
import { concurrently, lateUnique } from "./place-index.ts";
import type { ProcessLock } from "./upgrade-plan.ts";

/** Of nonet's own tables: what came later is built beside the running product too. */
const ownIndexes = [
  { name: "outbox_failed", body: "on nonet.outbox (done_at desc, position desc) where status = 'failed'" },
  // However many wait, those whose turn it is are the first of it.
  { name: "outbox_due", body: "on nonet.outbox (due_at, position) where status = 'waiting'" },
];

/** `nonet.c_…`: the functions of computed fields that are long to say. */
const functionsOf = (product: Product): Set<string> => new Set(computedFunctions(product).flatMap((sql) => /create function nonet\.(c_\w+)\(/.exec(sql)?.[1] ?? []));

const ownVersion = `own tables ${hash(systemTables())}`;

export const upgrade = {
  /** Rows `{name}`: indexes that an interrupted build left half done; they are dropped and built again. */
  invalidIndexes: {
    text: "select format('%I.%I', n.nspname, c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where not i.indisvalid and n.nspname in ('app', 'nonet')",
    values: [],
  } satisfies Query,
  dropInvalidIndex: (name: string): Query => ({ text: `drop index concurrently if exists ${name}`, values: [] }),
  /** Rows `{sql}`: constraints that still want checking; only references are: a check binds what is written from now on. */
  unchecked: {
    text: "select format('alter table %s validate constraint %I', c.conrelid::regclass, c.conname) as sql from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'app' and c.contype = 'f' and not c.convalidated",
    values: [],
  } satisfies Query,
  /** The indexes of guards, for whom no constraint of the table's beginning serves. */
  guards: (product: Product): readonly { readonly constraint: string; readonly name: string; readonly query: Query }[] =>
    product.entities.flatMap((e) => partsOf(product, e)).flatMap((p) => (p.guard ? [{ constraint: p.name, name: p.guard.name, query: { text: p.guard.index, values: [] } }] : [])),
  /** The checks that may be kept by a trigger still, and the rows `{name}` of those that are. */
  lateChecks: (product: Product) =>
    product.entities.flatMap((e) => partsOf(product, e)).flatMap(({ name, late }) => (late ? [{ name, against: late.against, settle: late.settle }] : [])),
  lateChecksThere: {
    text: "select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace join pg_proc p on p.oid = t.tgfoid where n.nspname = 'app' and p.proname = 'refuse_value'",
    values: [],
  } satisfies Query,
  /** What is unique: an index and the constraint that takes it over. */
  uniques: (product: Product) =>
    product.entities
      .flatMap((e) => partsOf(product, e))
      .filter((p) => p.kind === "unique")
      .map(lateUnique),
  /** Rows `{name}` of the constraints of uniqueness and exclusion that are there. */
  constraintsThere: {
    text: "select c.conname as name from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'app' and c.contype in ('u', 'x')",
    values: [],
  } satisfies Query,
  /** Nobody waits long behind a change of tables that waits itself: it gives way and is tried again. */
  lockTimeout: { text: "set local lock_timeout = '100ms'", values: [] } satisfies Query,
  /** The same for a connection outside any transaction, and its end: an index that is built has to wait for whoever writes. */
  sessionLockTimeout: { text: "set lock_timeout = '100ms'", values: [] } satisfies Query,
  resetLockTimeout: { text: "reset lock_timeout", values: [] } satisfies Query,
  /** SQLSTATE of a lock that didn't come in time. */
  lockTimeoutState: "55P03",
  /** Every plain index that the product wants, as it is built beside the running product. */
  indexes: (product: Product): readonly { readonly name: string; readonly query: Query }[] =>
    product.entities
      .flatMap((e) => partsOf(product, e))
      .filter((p) => p.kind === "index")
      .map((p) => ({ name: p.name, query: { text: concurrently(p.add), values: [] } })),
  /** And those of nonet's own tables. */
  systemIndexes: ownIndexes.map(({ name, body }) => ({ name, query: { text: `create index concurrently if not exists ${name} ${body}`, values: [] } as Query })),
  /** `{taken}`: one at a time builds what is missing. Asked for again and again instead of waited for: who waits inside a statement is itself waited for by a build. */
  /** `{made}`: which text of nonet's own tables has been run here; null: none that is known. */
  systemVersionThere: { text: "select obj_description(to_regnamespace('nonet')::oid, 'pg_namespace') as made", values: [] } satisfies Query,
  systemVersion: ownVersion,
  setSystemVersion: `comment on schema nonet is '${ownVersion}'`,
  tryProcessLock: (at: ProcessLock): Query => ({ text: `select pg_try_advisory_lock(hashtext('nonet.${at}')) as taken, pg_backend_pid() as pid`, values: [] }),
  releaseProcessLock: (at: ProcessLock): Query => ({ text: `select pg_advisory_unlock(hashtext('nonet.${at}'))`, values: [] }),
  cancel: (pid: number): Query => ({ text: "select pg_cancel_backend($1::int)", values: [pid] }),
  /** Rows `{name}` of the computed fields' functions that are there. */
  functionsThere: {
    text: "select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'nonet' and p.proname ~ '^c_[0-9a-f]{16}$'",
    values: [],
  } satisfies Query,
  functionsOf,
  dropFunction: (name: string): Query => ({ text: `drop function if exists nonet.${name}(uuid, uuid)`, values: [] }),
  /** Rows `{name}` of the indexes that are there. */
  indexesThere: { text: "select indexname as name from pg_indexes where schemaname in ('app', 'nonet')", values: [] } satisfies Query,
  statement: (sql: string): Query => ({ text: sql, values: [] }),
  counted: (sql: string, most: number): Query => ({ text: `select x.id, (count(*) over ())::int as count from (${sql}) x order by x.id limit ${Math.trunc(most)}`, values: [] }),
};
