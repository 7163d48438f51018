/**
 * A change of version in three parts, so that no table is locked for long: what is built beforehand beside the running
 * product, what changes together in one transaction, and what is built or checked afterwards. Each part can be run
 * again after an interruption: the first and the last look at what is there.
 */
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { tableOf } from "../columns/columns.ts";
import { pairs } from "../columns/previous-version.ts";
import { computedFunctions } from "../expressions/computed-functions.ts";
import type { Query } from "../sql/query.ts";
import { hash, literal } from "../sql/sql-text.ts";
import { systemTables } from "../system/system-tables.ts";
import { partsOf } from "../tables/plan-tables.ts";
import { endedDecisions } from "./ended-decisions.ts";
import { historySteps } from "./history-keys.ts";
import { concurrently, lateUnique, placePart } from "./place-index.ts";
import { type ChangeStep, planChange } from "./plan-change.ts";
import { sequenceSteps } from "./sequence-steps.ts";
import { aside, type ShadowColumn, shadowColumns, shadowColumnSteps } from "./shadow-column.ts";
import type { BackgroundStep, ProcessLock, UpgradePlan } from "./upgrade-plan.ts";
import { lostStateRecords } from "./violating-records.ts";

const step = (sql: string, sentence: string): ChangeStep => ({ sql, sentence, loses: null });

/** `needed`: whether a renaming that may have nothing left to rename has. */
export function planUpgrade(before: Product, after: Product, needed: (one: ShadowColumn) => boolean = () => false): UpgradePlan {
  const shadows = shadowColumns(before, after).filter((column) => column.onlyIf === null || needed(column));
  const parts: { before: BackgroundStep[]; switchover: ChangeStep[]; after: ChangeStep[] } = { before: fillingSteps(shadows), switchover: [], after: [] };
  for (const one of planChange(before, after, shadows).steps) {
    const placed = one.adds ? placePart(before, after, shadows, one, one.adds) : { switchover: [one] };
    parts.before.push(...(placed.before ?? []));
    parts.switchover.push(...(placed.switchover ?? []));
    parts.after.push(...(placed.after ?? []));
  }
  parts.switchover.push(...sequenceSteps(before, after), ...renamedRoles(before, after), ...endedDecisions(before, after), ...historySteps(before, after));
  for (const { old, now } of pairs(before, after))
    if (old.name !== now.name)
      parts.after.unshift(
        step(
          `update nonet.history set entity = ${literal(now.name)} where entity = ${literal(old.name)}`,
          `The history of ${old.name} goes with ${now.name}, a few entries at a time.`,
        ),
      );
  return { shadowColumns: shadows, ...parts, locks: locksOf(before, after, shadows, parts.switchover) };
}

/** People keep what they are under its other name. */
function renamedRoles(before: Product, after: Product): ChangeStep[] {
  const had = (product: Product, name: string): boolean => product.permissions.roles.some((role) => fold(role.name) === fold(name));
  return after.permissions.roles.flatMap(({ name, was }) => {
    const former = was === undefined || had(after, was) ? undefined : before.permissions.roles.find((role) => fold(role.name) === fold(was));
    if (!former) return [];
    const sql = `with former as (delete from nonet.user_role where role = ${literal(former.name)} returning user_id) insert into nonet.user_role (user_id, role) select user_id, ${literal(name)} from former on conflict do nothing`;
    return [step(sql, `Whoever is ${former.name} is ${name} from now on.`)];
  });
}

/** All tables first from what goes on by itself, then those in which nobody may write what is gone. */
function locksOf(before: Product, after: Product, shadows: readonly ShadowColumn[], switchover: readonly ChangeStep[]): readonly string[] {
  const tables = before.entities.map(tableOf).filter((table) => switchover.some(({ sql }) => sql.includes(`${table} `) || sql.includes(`${table}(`)));
  const held = new Set([...shadows.map((b) => b.table), ...lostStateRecords(before, after).map((s) => tableOf(before.entities.find((e) => e.name === s.entity)!))]);
  return tables.length === 0 ? [] : [aside(tables.sort().join(", ")), ...[...held].sort().map((table) => `lock table ${table} in access exclusive mode`)];
}

/** All that is filled of one table is filled at once: each record is written once. */
function fillingSteps(shadows: readonly ShadowColumn[]): BackgroundStep[] {
  return [...new Set(shadows.map((b) => b.table))].flatMap((table) => {
    const all = shadows.filter((b) => b.table === table);
    const names = all.map((b) => b.former).join(", ");
    return [
      ...all.map((b) => step(shadowColumnSteps.prepare(b), `What becomes of ${b.former} of ${b.formerly} stands beside it, and follows what is written meanwhile.`)),
      { ...step(shadowColumnSteps.fillAll(all), `Every ${all[0]!.formerly} that is there follows in ${names}, a few at a time.`), fills: all },
      ...all.flatMap((b) => shadowColumnSteps.lostIndex(b) ?? []).map((sql) => step(sql, `What can't be kept of ${names} is found at once.`)),
      step(shadowColumnSteps.analyze(all), `How ${names} is looked up is known before it serves.`),
    ];
  });
}

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
