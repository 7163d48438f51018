/**
 * A change of version in three parts, so that no table is locked for long: what is built beforehand beside the running
 * product, what changes together in one transaction, and what is built or checked afterwards. Each part can be run
 * again after an interruption: the first and the last look at what is there.
 */
import type { Entity, Product } from "@nonet/model";
import { aside, beside, besidesOf, formerColumn, formerEntity, type Beside } from "./beside.ts";
import { mentions, renamed } from "./column-names.ts";
import { columnsOf, stateSince, tableOf, type Column } from "./columns.ts";
import { computedFunctions } from "./compile-path.ts";
import { conversionOf, formerStates } from "./conversion.ts";
import { defaultText, planChange, type ChangeStep } from "./plan-change.ts";
import { nameOf, partsOf, type Part } from "./plan-tables.ts";
import { hash, ident, literal } from "./sql-text.ts";
import { systemTables } from "./system-tables.ts";
import type { Query } from "./query.ts";

/** A step beside the running product; with `fills`, it is done a few records at a time. */
export interface BesideStep extends ChangeStep {
  readonly fills?: readonly Beside[];
}

export interface UpgradePlan {
  readonly besides: readonly Beside[];
  readonly before: readonly BesideStep[];
  /** First of all in the transaction: nobody may write a value or a state that is gone behind its back. */
  readonly locks: readonly string[];
  readonly together: readonly ChangeStep[];
  readonly after: readonly ChangeStep[];
}

const step = (sql: string, sentence: string): ChangeStep => ({ sql, sentence, loses: null });

/** `needed`: whether a renaming that may have nothing left to rename has. */
export function planUpgrade(before: Product, after: Product, needed: (one: Beside) => boolean = () => false): UpgradePlan {
  const besides = besidesOf(before, after).filter((b) => b.onlyIf === null || needed(b));
  const parts: { before: BesideStep[]; together: ChangeStep[]; after: ChangeStep[] } = { before: fillingSteps(besides), together: [], after: [] };
  for (const one of planChange(before, after, besides).steps) {
    const placed = one.adds ? placePart(before, after, besides, one, one.adds) : { together: [one] };
    parts.before.push(...(placed.before ?? []));
    parts.together.push(...(placed.together ?? []));
    parts.after.push(...(placed.after ?? []));
  }
  for (const { old, now } of pairs(before, after))
    if (old.name !== now.name)
      parts.after.unshift(
        step(
          `update nonet.history set entity = ${literal(now.name)} where entity = ${literal(old.name)}`,
          `The history of ${old.name} goes with ${now.name}, a few entries at a time.`,
        ),
      );
  return { besides, ...parts, locks: locksOf(before, after, besides, parts.together) };
}

/** All tables first from what goes on by itself, then those in which nobody may write what is gone. */
function locksOf(before: Product, after: Product, besides: readonly Beside[], together: readonly ChangeStep[]): readonly string[] {
  const tables = before.entities.map(tableOf).filter((table) => together.some(({ sql }) => sql.includes(`${table} `) || sql.includes(`${table}(`)));
  const held = new Set([...besides.map((b) => b.table), ...lostStateRecords(before, after).map((s) => tableOf(before.entities.find((e) => e.name === s.entity)!))]);
  return tables.length === 0 ? [] : [aside(tables.sort().join(", ")), ...[...held].sort().map((table) => `lock table ${table} in access exclusive mode`)];
}

/** All that is filled of one table is filled at once: each record is written once. */
function fillingSteps(besides: readonly Beside[]): BesideStep[] {
  return [...new Set(besides.map((b) => b.table))].flatMap((table) => {
    const all = besides.filter((b) => b.table === table);
    const names = all.map((b) => b.former).join(", ");
    return [
      ...all.map((b) => step(beside.prepare(b), `What becomes of ${b.former} of ${b.formerly} stands beside it, and follows what is written meanwhile.`)),
      { ...step(beside.fillAll(all), `Every ${all[0]!.formerly} that is there follows in ${names}, a few at a time.`), fills: all },
      ...all.flatMap((b) => beside.lostIndex(b) ?? []).map((sql) => step(sql, `What can't be kept of ${names} is found at once.`)),
      step(beside.analyze(all), `How ${names} is looked up is known before it serves.`),
    ];
  });
}

type Placed = Partial<Pick<UpgradePlan, "before" | "together" | "after">>;

/** Where a part is added: to a new table with the rest, to one with records as it can be beside the running product. */
function placePart(before: Product, after: Product, besides: readonly Beside[], one: ChangeStep, part: Part): Placed {
  const now = after.entities.find((e) => tableOf(e) === part.table)!;
  const old = formerEntity(before, now);
  // Under its last name nothing is built beforehand: a beginning that is given up is known by its name.
  const name = `beside_${hash(`${part.name} ${part.add}`)}`;
  const begun = (unique: string, body: string): ChangeStep[] | null => {
    const there = old && renamed(body, namesBefore(before, after, { old, now }, besides));
    return there
      ? [step(`create${unique} index concurrently if not exists ${name} on ${tableOf(old)} ${there}`, `The index of ${part.name} is built first, beside the running product.`)]
      : null;
  };
  const call = (to: string): ChangeStep => step(`alter index app.${name} rename to ${ident(to)}`, `${to} takes its place.`);
  switch (part.kind) {
    case "index": {
      const isRemade = old && partsOf(before, old).some((p) => p.name === part.name && p.add === part.add);
      const index = isRemade ? begun("", part.body) : null;
      return index ? { before: index, together: [call(part.name)] } : { after: [{ ...one, sql: concurrently(one.sql) }] };
    }
    case "unique": {
      const late = lateUnique(part);
      const index = begun(" unique", late.columns);
      if (index) return { before: index, together: [{ ...one, sql: late.constraint }] };
      return old ? { after: [step(late.index, `The index of ${part.name} is built beside the running product.`), { ...one, sql: late.constraint }] } : { together: [one] };
    }
    case "exclusion": {
      if (!old || !part.guard) return { together: [one] };
      const index = begun("", part.guard.body);
      const guard = { ...one, sql: part.guard.trigger };
      return index
        ? { before: index, together: [call(part.guard.name), guard] }
        : { together: [guard], after: [step(part.guard.index, `The index of ${part.name} is built beside the running product.`)] };
    }
    case "reference":
      return {
        together: [{ ...one, sql: `${one.sql} not valid` }],
        after: [step(`alter table ${part.table} validate constraint ${ident(part.name)}`, `${part.name} is checked for the records that are there.`)],
      };
    case "check":
      return { together: [one] };
  }
}

/** A constraint that takes over an index; over a column that comes with the version both are made behind it. */
function lateUnique(part: Part): { readonly name: string; readonly columns: string; readonly index: string; readonly constraint: string } {
  const [, columns = "", deferred] = /^unique (\(.*\)) (deferrable.*)$/.exec(part.body)!;
  const name = `beside_${hash(`${part.name} ${part.add}`)}`;
  return {
    name: part.name,
    columns,
    index: `create unique index concurrently if not exists ${name} on ${part.table} ${columns}`,
    constraint: `alter table ${part.table} add constraint ${ident(part.name)} unique using index ${name} ${deferred}`,
  };
}

const concurrently = (sql: string): string => sql.replace("create index if not exists", "create index concurrently if not exists");

/** What the columns are called before the change; null: what the column will be isn't there then. */
function namesBefore(before: Product, after: Product, { old, now }: Pair, besides: readonly Beside[]): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>();
  for (const column of columnsOf(after, now)) {
    const former = formerColumn(columnsOf(before, old), column);
    const filled = besides.find((b) => b.entity === now.name && b.column === column.column);
    names.set(column.column, filled ? filled.name : former && conversionOf(after, now, former, column) ? former.column : null);
    if (column.states) names.set(stateSince(column.column), former?.states ? stateSince(former.column) : null);
  }
  return names;
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
  /** The indexes of guards, for whom no constraint of the table's beginning serves. */
  guards: (product: Product): readonly { readonly constraint: string; readonly name: string; readonly query: Query }[] =>
    product.entities.flatMap((e) => partsOf(product, e)).flatMap((p) => (p.guard ? [{ constraint: p.name, name: p.guard.name, query: { text: p.guard.index, values: [] } }] : [])),
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
  shortLocks: { text: "set local lock_timeout = '100ms'", values: [] } satisfies Query,
  /** The same for a connection outside any transaction, and its end: an index that is built has to wait for whoever writes. */
  shortLocksHere: { text: "set lock_timeout = '100ms'", values: [] } satisfies Query,
  longLocksHere: { text: "reset lock_timeout", values: [] } satisfies Query,
  /** SQLSTATE of a lock that didn't come in time. */
  lockedState: "55P03",
  /** Every plain index that the product wants, as it is built beside the running product. */
  indexes: (product: Product): readonly { readonly name: string; readonly query: Query }[] =>
    product.entities
      .flatMap((e) => partsOf(product, e))
      .filter((p) => p.kind === "index")
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
        .flatMap((p) => againstPart(after, now, p)),
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

function againstPart(product: Product, entity: Entity, part: Part): Standing[] {
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
  const unique = /^unique \((.*)\) deferrable/.exec(part.body)?.[1] ?? /^exclude using btree \((.*)\) deferrable/.exec(part.body)?.[1];
  if (unique === undefined) return [];
  const columns = unique.split(", ");
  const shared = columns.map((c) => `a.${c} = b.${c}`).join(" and ");
  return [
    {
      entity: entity.name,
      what: `${entity.plural} share their ${columnsOf(product, entity)
        .filter((c) => mentions(unique, [c.column]))
        .map((c) => c.column)
        .join(" and ")}, which is unique from now on; change them first`,
      stops: true,
      sql: part.guard?.clashing ?? `select a.id from ${tableOf(entity)} a where exists (select 1 from ${tableOf(entity)} b where b.id <> a.id and ${shared})`,
    },
  ];
}

const quoted = (name: string): string => `"${name}"`;

interface Pair {
  readonly old: Entity;
  readonly now: Entity;
}

function pairs(before: Product, after: Product): Pair[] {
  return after.entities.flatMap((now) => {
    const old = formerEntity(before, now);
    return old ? [{ old, now }] : [];
  });
}
