/**
 * A change of version in three parts, so that no table is locked for long: what is built beforehand beside the running
 * product, what changes together in one transaction, and what is built or checked afterwards. Each part can be run
 * again after an interruption: the first and the last look at what is there.
 */
import type { Entity, Product } from "@nonet/model";
import { columnsOf, tableOf, type Column } from "./columns.ts";
import { computedFunctions } from "./compile-path.ts";
import { defaultText, formerStates, planChange, type ChangeStep } from "./plan-change.ts";
import { nameOf, partsOf, type Part } from "./plan-tables.ts";
import { hash, literal } from "./sql-text.ts";
import { systemTables } from "./system-tables.ts";
import type { Query } from "./query.ts";

export interface UpgradePlan {
  readonly before: readonly ChangeStep[];
  readonly together: readonly ChangeStep[];
  readonly after: readonly ChangeStep[];
}

const step = (sql: string, sentence: string): ChangeStep => ({ sql, sentence, loses: null });
const plainIndex = /^create index if not exists (\S+)/;
const uniqueKey = /^alter table (\S+) add constraint (\S+) unique (\(.*\)) (deferrable initially deferred)$/;
const foreignKey = /^alter table (\S+) add constraint (\S+) foreign key /;

/** `uniqueFirst`: what becomes unique is built beforehand; else with the rest, so that a refusal leaves nothing of it. */
export function planUpgrade(before: Product, after: Product, uniqueFirst = true): UpgradePlan {
  const { steps } = planChange(before, after);
  const parts: { before: ChangeStep[]; together: ChangeStep[]; after: ChangeStep[] } = { before: [], together: [], after: [] };
  for (const one of steps) {
    const index = plainIndex.exec(one.sql);
    const unique = uniqueKey.exec(one.sql);
    const foreign = foreignKey.exec(one.sql);
    if (index) parts.after.push({ ...one, sql: concurrently(one.sql) });
    else if (uniqueFirst && unique && hasAll(before, after, unique[1]!, unique[3]!)) {
      const [, table, name, columns, deferred] = unique;
      parts.before.push(
        step(`create unique index concurrently if not exists ${name} on ${table} ${columns}`, `${one.sentence} Its index is built first, beside the running product.`),
      );
      parts.together.push({ ...one, sql: `alter table ${table} add constraint ${name} unique using index ${name} ${deferred}` });
    } else if (foreign) {
      parts.together.push({ ...one, sql: `${one.sql} not valid` });
      parts.after.push(step(`alter table ${foreign[1]} validate constraint ${foreign[2]}`, `${foreign[2]} is checked for the records that are there.`));
    } else parts.together.push(one);
  }
  return parts;
}

const concurrently = (sql: string): string => sql.replace("create index if not exists", "create index concurrently if not exists");

/** Whether the table has those columns in both versions: then an index can be built before anything else changes. */
function hasAll(before: Product, after: Product, table: string, columns: string): boolean {
  const names = columns.replace(/[()"]/g, "").split(", ");
  const there = (product: Product): boolean => {
    const entity = product.entities.find((e) => tableOf(e) === table);
    return entity !== undefined && names.every((name) => columnsOf(product, entity).some((c) => c.column === name));
  };
  const types = (product: Product): string => {
    const entity = product.entities.find((e) => tableOf(e) === table);
    return entity
      ? columnsOf(product, entity)
          .filter((c) => names.includes(c.column))
          .map((c) => c.sql)
          .join()
      : "";
  };
  return there(before) && there(after) && types(before) === types(after);
}

/** Of nonet's own tables: what came later is built beside the running product too. */
const ownIndexes = [{ name: "outbox_failed", body: "on nonet.outbox (done_at desc, position desc) where status = 'failed'" }];

/** `nonet.c_…`: the functions of computed fields that are long to say. */
const functionsOf = (product: Product): Set<string> => new Set(computedFunctions(product).flatMap((sql) => /create function nonet\.(c_\w+)\(/.exec(sql)?.[1] ?? []));

const ownVersion = `own tables ${hash(systemTables())}`;

/** What of several processes on one database one does at a time: what a start must have done, and what is built beside. */
export type Turn = "start" | "build";

export const upgrade = {
  /** Rows `{name}`: indexes that an interrupted build left half done; they are dropped and built again. */
  halfBuilt: {
    text: "select format('%I.%I', n.nspname, c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where not i.indisvalid and n.nspname in ('app', 'nonet')",
    values: [],
  } satisfies Query,
  dropHalfBuilt: (name: string): Query => ({ text: `drop index concurrently if exists ${name}`, values: [] }),
  /** Rows `{sql}`: constraints that still want checking; only references are: a check binds what is written from now on. */
  unchecked: {
    text: "select format('alter table %s validate constraint %I', c.conrelid::regclass, c.conname) as sql from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'app' and c.contype = 'f' and not c.convalidated",
    values: [],
  } satisfies Query,
  /** Nobody waits long behind a change of tables that waits itself: it gives way and is tried again. */
  shortLocks: { text: "set local lock_timeout = '100ms'", values: [] } satisfies Query,
  /** SQLSTATE of a lock that didn't come in time. */
  lockedState: "55P03",
  /** Every plain index that the product wants, as it is built beside the running product. */
  indexes: (product: Product): readonly { readonly name: string; readonly query: Query }[] =>
    product.entities
      .flatMap((e) => partsOf(product, e))
      .filter((p) => plainIndex.test(p.add))
      .map((p) => ({ name: p.name, query: { text: concurrently(p.add), values: [] } })),
  /** And those of nonet's own tables. */
  ownIndexes: ownIndexes.map(({ name, body }) => ({ name, query: { text: `create index concurrently if not exists ${name} ${body}`, values: [] } as Query })),
  /** `{taken}`: one at a time builds what is missing. Asked for again and again instead of waited for: who waits inside a statement is itself waited for by a build. */
  /** `{made}`: which text of nonet's own tables has been run here; null: none that is known. */
  ownMade: { text: "select obj_description(to_regnamespace('nonet')::oid, 'pg_namespace') as made", values: [] } satisfies Query,
  ownVersion,
  noteOwn: `comment on schema nonet is '${ownVersion}'`,
  takeTurn: (at: Turn): Query => ({ text: `select pg_try_advisory_lock(hashtext('nonet.${at}')) as taken, pg_backend_pid() as pid`, values: [] }),
  giveTurn: (at: Turn): Query => ({ text: `select pg_advisory_unlock(hashtext('nonet.${at}'))`, values: [] }),
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

/** Queries for records that a new version finds standing against it: rows `{id}` each, with what it is in words. */
export interface Standing {
  readonly entity: string;
  readonly what: string;
  /** What must be mended before the new version can go live; the rest is only told. */
  readonly stops: boolean;
  readonly sql: string;
}

/** Over the tables as they were: states that are gone. */
export function lostStateRecords(before: Product, after: Product): readonly Standing[] {
  return pairs(before, after).flatMap(({ old, now }) =>
    columnsOf(before, old).flatMap((former) => {
      const column = columnsOf(after, now).find((c) => c.column === former.column);
      if (!former.states || !column?.states) return [];
      const lost = former.states.filter((s) => !column.states!.includes(s) && !formerStates(after, now, column).some((f) => f.was === s));
      return lost.map((state) => ({
        entity: old.name,
        what: `${old.plural} stand in the state ${state}, which is gone; bring them out of it first, or keep the state`,
        stops: true,
        sql: `select id from ${tableOf(old)} where ${quoted(former.column)} = ${literal(state)}`,
      }));
    }),
  );
}

/** Over the tables as they will be: what is newly required, newly bounded and newly unique. */
export function againstFields(before: Product, after: Product): readonly Standing[] {
  return pairs(before, after).flatMap(({ old, now }) => {
    const had = new Map(partsOf(before, old).map((p) => [p.name, p.add]));
    const fresh = freshColumns(before, old, after, now);
    // What is new holds nothing, or its default: no record stands against a bound of it.
    const bounds = new Set(fresh.flatMap(({ column }) => ["", "_least", "_most"].map((end) => nameOf.check(now, `${column}${end}`))));
    return [
      ...required(after, old, now, fresh),
      ...partsOf(after, now)
        .filter((p) => had.get(p.name) !== p.add && !bounds.has(p.name))
        .flatMap((p) => againstPart(now, p)),
    ];
  });
}

function freshColumns(before: Product, old: Entity, after: Product, now: Entity): readonly Column[] {
  const there = columnsOf(before, old);
  return columnsOf(after, now).filter((c) => !there.some((o) => o.column === c.column || (c.field?.was && o.name === c.field.was)));
}

function required(after: Product, old: Entity, now: Entity, fresh: readonly Column[]): Standing[] {
  return columnsOf(after, now).flatMap((column) => {
    const former = old.fields.find((f) => f.name === column.field?.name || f.name === column.field?.was);
    if (column.field?.required !== true || former?.required === true) return [];
    const isFresh = fresh.includes(column);
    if (isFresh && defaultText(column) !== null) return [];
    const empty = column.sql === "text" ? `coalesce(${quoted(column.column)}, '') = ''` : `${quoted(column.column)} is null`;
    return [
      {
        entity: now.name,
        what: `${now.plural} have no ${column.name}, which is required from now on; they are asked for it when they are next changed`,
        stops: false,
        // Asked before it is there: of all.
        sql: `select id from ${tableOf(now)}${isFresh ? "" : ` where ${empty}`}`,
      },
    ];
  });
}

function againstPart(entity: Entity, part: Part): Standing[] {
  const check = / check \((.*)\) not valid$/s.exec(part.add);
  if (check)
    return [
      {
        entity: entity.name,
        what: `${entity.plural} hold a value that ${part.name} no longer allows; they stay, and can't be saved so again`,
        stops: false,
        sql: `select id from ${tableOf(entity)} where not (${check[1]})`,
      },
    ];
  const unique = / unique \((.*)\) deferrable/.exec(part.add);
  if (!unique) return [];
  const columns = unique[1]!.split(", ");
  return [
    {
      entity: entity.name,
      what: `${entity.plural} share their ${columns.join(" and ").replaceAll('"', "")}, which is unique from now on; change them first`,
      stops: true,
      sql: `select a.id from ${tableOf(entity)} a where exists (select 1 from ${tableOf(entity)} b where b.id <> a.id and ${columns.map((c) => `a.${c} = b.${c}`).join(" and ")})`,
    },
  ];
}

const quoted = (name: string): string => `"${name}"`;

function pairs(before: Product, after: Product): { old: Entity; now: Entity }[] {
  return after.entities.flatMap((now) => {
    const old = before.entities.find((e) => e.name === now.name) ?? before.entities.find((e) => e.name === now.was);
    return old ? [{ old, now }] : [];
  });
}
