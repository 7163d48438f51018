/** The statements of a start and a change of version: locks, missing indexes and constraints, versions. */
import type { Product } from "@nonet/model";
import { computedFunctions } from "../expressions/computed-functions.ts";
import type { Query } from "../sql/query.ts";
import { hash, ident } from "../sql/sql-text.ts";
import { systemTables } from "../system/system-tables.ts";
import { partsOf } from "../tables/constraints.ts";
import { concurrently, lateUnique } from "./place-index.ts";
import type { ProcessLock } from "./upgrade-plan.ts";

/** Indexes of nonet's own tables that are built while the product runs. */
const ownIndexes = [
  { name: "outbox_failed", body: "on nonet.outbox (done_at desc, position desc) where status = 'failed'" },
  // The entries that are due first come first in it.
  { name: "outbox_due", body: "on nonet.outbox (due_at, position) where status = 'waiting'" },
];

/** `nonet.c_…`: the functions of long computed fields. */
const functionsOf = (product: Product): Set<string> => new Set(computedFunctions(product).flatMap((sql) => /create function nonet\.(c_\w+)\(/.exec(sql)?.[1] ?? []));

const ownVersion = `own tables ${hash(systemTables())}`;

export const upgrade = {
  /** Rows `{name}`: invalid indexes of interrupted builds, which are dropped and built again. */
  invalidIndexes: {
    text: "select format('%I.%I', n.nspname, c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where not i.indisvalid and n.nspname in ('app', 'nonet')",
    values: [],
  } satisfies Query,
  dropInvalidIndex: (name: string): Query => ({ text: `drop index concurrently if exists ${name}`, values: [] }),
  /** Rows `{sql}`: foreign keys to validate. A check that isn't validated applies to new values. */
  unchecked: {
    text: "select format('alter table %s validate constraint %I', c.conrelid::regclass, c.conname) as sql from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'app' and c.contype = 'f' and not c.convalidated",
    values: [],
  } satisfies Query,
  /** The indexes of guards, which replace a constraint that the table wasn't created with. */
  guards: (product: Product): readonly { readonly constraint: string; readonly name: string; readonly query: Query }[] =>
    product.entities.flatMap((e) => partsOf(product, e)).flatMap((p) => (p.guard ? [{ constraint: p.name, name: p.guard.name, query: { text: p.guard.index, values: [] } }] : [])),
  /** The checks that a trigger may still enforce, and rows `{name}` of those triggers. */
  lateChecks: (product: Product) =>
    product.entities.flatMap((e) => partsOf(product, e)).flatMap(({ name, late }) => (late ? [{ name, against: late.against, settle: late.settle }] : [])),
  lateChecksThere: {
    text: "select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace join pg_proc p on p.oid = t.tgfoid where n.nspname = 'app' and p.proname = 'refuse_value'",
    values: [],
  } satisfies Query,
  /** Unique sets: an index, and the constraint that takes it over. */
  uniques: (product: Product) =>
    product.entities
      .flatMap((e) => partsOf(product, e))
      .filter((p) => p.kind === "unique")
      .map(lateUnique),
  /** Rows `{name}` of the unique and exclusion constraints that exist. */
  constraintsThere: {
    text: "select c.conname as name from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'app' and c.contype in ('u', 'x')",
    values: [],
  } satisfies Query,
  /** A table change that can't get its lock gives up quickly and is retried, so that nobody waits long behind it. */
  lockTimeout: { text: "set local lock_timeout = '100ms'", values: [] } satisfies Query,
  /** The same for a session, and its end: a concurrent index build must wait for writers. */
  sessionLockTimeout: { text: "set lock_timeout = '100ms'", values: [] } satisfies Query,
  resetLockTimeout: { text: "reset lock_timeout", values: [] } satisfies Query,
  /** The SQLSTATE of a lock timeout. */
  lockTimeoutState: "55P03",
  /** The plain indexes that the product needs, built concurrently. */
  indexes: (product: Product): readonly { readonly name: string; readonly query: Query }[] =>
    product.entities
      .flatMap((e) => partsOf(product, e))
      .filter((p) => p.kind === "index")
      .map((p) => ({ name: p.name, query: { text: concurrently(p.add), values: [] } })),
  /** Of the indexes that exist, those that an earlier release of Nonet made and none of the products needs. Names that begin with `by_` and a table belong to Nonet. */
  abandonedIndexes: (products: readonly Product[], existing: ReadonlySet<string>): readonly { readonly name: string; readonly query: Query }[] => {
    const needed = new Set(products.flatMap(upgrade.indexes).map((i) => i.name));
    const tables = products.flatMap((product) => product.entities.map((e) => `by_${e.table}_`));
    return [...existing]
      .filter((name) => !needed.has(name) && tables.some((own) => name.startsWith(own)))
      .map((name) => ({ name, query: { text: `drop index concurrently if exists app.${ident(name)}`, values: [] } }));
  },
  /** The indexes of nonet's own tables. */
  systemIndexes: ownIndexes.map(({ name, body }) => ({ name, query: { text: `create index concurrently if not exists ${name} ${body}`, values: [] } as Query })),
  /** `{taken}`: one process at a time builds. Polled instead of waited for: an index build waits for every open statement. */
  /** `{made}`: the version of nonet's own tables that was created here; null: unknown. */
  systemVersionThere: { text: "select obj_description(to_regnamespace('nonet')::oid, 'pg_namespace') as made", values: [] } satisfies Query,
  systemVersion: ownVersion,
  setSystemVersion: `comment on schema nonet is '${ownVersion}'`,
  tryProcessLock: (at: ProcessLock): Query => ({ text: `select pg_try_advisory_lock(hashtext('nonet.${at}')) as taken, pg_backend_pid() as pid`, values: [] }),
  releaseProcessLock: (at: ProcessLock): Query => ({ text: `select pg_advisory_unlock(hashtext('nonet.${at}'))`, values: [] }),
  cancel: (pid: number): Query => ({ text: "select pg_cancel_backend($1::int)", values: [pid] }),
  /** Rows `{name}` of the functions of computed fields that exist. */
  functionsThere: {
    text: "select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'nonet' and p.proname ~ '^c_[0-9a-f]{16}$'",
    values: [],
  } satisfies Query,
  functionsOf,
  dropFunction: (name: string): Query => ({ text: `drop function if exists nonet.${name}(uuid, uuid)`, values: [] }),
  /** Rows `{name}` of the indexes that exist. */
  indexesThere: { text: "select indexname as name from pg_indexes where schemaname in ('app', 'nonet')", values: [] } satisfies Query,
  statement: (sql: string): Query => ({ text: sql, values: [] }),
  counted: (sql: string, most: number): Query => ({ text: `select x.id, (count(*) over ())::int as count from (${sql}) x order by x.id limit ${Math.trunc(most)}`, values: [] }),
};
