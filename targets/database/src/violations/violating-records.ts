/** Existing records that violate what the new version requires of its fields: values, bounds, uniqueness. */
import { type Entity, isGenerated, type Product } from "@nonet/model";
import { type Column, columnsOf, isRoles, joinTableOf, tableOf } from "../columns/columns.ts";
import { formerColumn, lists, pairs } from "../columns/previous-version.ts";
import { becomesPart } from "../conversion/becomes-part.ts";
import { constantDefault } from "../conversion/constant-default.ts";
import { conversionOf } from "../conversion/conversion.ts";
import { mentions } from "../sql/rename-columns.ts";
import { ident } from "../sql/sql-text.ts";
import { constraintMeaning } from "../tables/constraint-meaning.ts";
import { nameOf } from "../tables/constraint-names.ts";
import { partsOf } from "../tables/constraints.ts";
import type { Part } from "../tables/part.ts";
import type { ViolationQuery } from "./violation.ts";

/** Over the tables of the new version. A sequence number that is taken on an action can still be taken. */
export const withoutGenerated = (before: Product, after: Product, old: Entity, now: Entity): ViolationQuery[] =>
  columnsOf(after, now).flatMap((column) => {
    const { field } = column;
    const former = formerColumn(columnsOf(before, old), column);
    if (!field || !isGenerated(field.type) || (field.type.kind === "sequence" && field.type.takenOn)) return [];
    if (former?.field?.type.kind === field.type.kind) return [];
    const keeps = former && conversionOf(after, now, former, column);
    return [
      {
        entity: now.name,
        what: `${now.plural} get no ${field.name}: the product assigns it only to new records`,
        stops: false,
        sql: `select id from ${tableOf(now)}${keeps ? ` where coalesce(${ident(column.column)}, '') = ''` : ""}`,
      },
    ];
  });

/** Over the tables of the new version: new requirements, bounds and unique sets. */
export function fieldViolations(before: Product, after: Product): readonly ViolationQuery[] {
  return pairs(before, after).flatMap(({ old, now }) => {
    const had = new Map(partsOf(before, old).map((p) => [p.name, p.add]));
    const fresh = newColumns(before, old, after, now);
    // A new column is empty or holds its default, so no record violates its bounds.
    const bounds = new Set(fresh.flatMap(({ column }) => (["", "least", "most"] as const).map((end) => nameOf.check(after, now, column, end))));
    // A record in a removed state blocks the upgrade, which is reported already.
    const machines = columnsOf(after, now).filter((c) => c.states && formerColumn(columnsOf(before, old), c));
    const states = new Set(machines.map((c) => nameOf.check(after, now, c.column)));
    // The minimum length of a list is checked as `required`.
    const lists = new Set(columnsOf(after, now).flatMap((c) => (c.sql.endsWith("[]") ? [nameOf.check(after, now, c.column, "least")] : [])));
    return [
      ...required(before, after, old, now, fresh),
      ...requiredLists(old, now),
      ...withoutDefault(after, old, now),
      ...withoutGenerated(before, after, old, now),
      ...filesNotImages(before, after, old, now),
      ...(now.partOf && becomesPart(before, after, old, now) ? [partsWithoutWhole(now, now.partOf)] : []),
      ...partsOf(after, now)
        .filter((p) => had.get(p.name) !== p.add && !bounds.has(p.name) && !states.has(p.name) && !lists.has(p.name))
        .flatMap((p) => partViolations(after, now, p)),
    ];
  });
}

function newColumns(before: Product, old: Entity, after: Product, now: Entity): readonly Column[] {
  const there = columnsOf(before, old);
  return columnsOf(after, now).filter((c) => !there.some((o) => o.column === c.column || (c.field?.was && o.name === c.field.was)));
}

function required(before: Product, after: Product, old: Entity, now: Entity, fresh: readonly Column[]): ViolationQuery[] {
  return columnsOf(after, now).flatMap((column) => {
    const former = old.fields.find((f) => f.name === column.field?.name || f.name === column.field?.was);
    if (column.field?.required !== true || former?.required === true || isGenerated(column.field.type)) return [];
    const isFresh = fresh.includes(column);
    if (isFresh && constantDefault(after, column) !== null) return [];
    const empty = emptyOf(column);
    if (column.name === now.partOf?.field && becomesPart(before, after, old, now)) return [];
    return [
      {
        entity: now.name,
        what: missingValue(now, column.name),
        stops: false,
        // Without the column, all records lack it.
        sql: `select id from ${tableOf(now)}${isFresh ? "" : ` where ${empty}`}`,
      },
    ];
  });
}

const missingValue = (now: Entity, name: string): string => `${now.plural} have no ${name}, which is now required; it must be filled in at their next change`;

function emptyOf({ column, sql }: Column): string {
  if (sql.endsWith("[]")) return `coalesce(cardinality(${quoted(column)}), 0) = 0`;
  return sql === "text" ? `coalesce(${quoted(column)}, '') = ''` : `${quoted(column)} is null`;
}

/** For many-to-many fields. */
const requiredLists = (old: Entity, now: Entity): ViolationQuery[] =>
  lists(now)
    .filter((f) => f.required === true && !isRoles(now, f) && old.fields.find((o) => o.name === f.name || o.name === f.was)?.required !== true)
    .map((f) => ({
      entity: now.name,
      what: missingValue(now, f.name),
      stops: false,
      sql: `select r.id from ${tableOf(now)} r where not exists (select 1 from ${joinTableOf(now, f)} j where j.from_id = r.id)`,
    }));

/** A default that depends on the moment or on a record applies to new records only. Required fields are reported already. */
const withoutDefault = (after: Product, old: Entity, now: Entity): ViolationQuery[] =>
  now.fields.flatMap((field) => {
    if (field.default === null || field.required === true || old.fields.some((f) => f.name === field.name || f.name === field.was)) return [];
    const column = columnsOf(after, now).find((c) => c.name === field.name);
    if (column && (column.states || constantDefault(after, column) !== null)) return [];
    return [
      {
        entity: now.name,
        what: `${now.plural} get no ${field.name}: its default applies only to new records`,
        stops: false,
        sql: `select id from ${tableOf(now)}`,
      },
    ];
  });

/** A field that becomes an image keeps other files. */
function filesNotImages(before: Product, after: Product, old: Entity, now: Entity): ViolationQuery[] {
  return columnsOf(after, now).flatMap((column) => {
    const former = formerColumn(columnsOf(before, old), column);
    const [was, is] = [former?.field?.type, column.field?.type];
    if (was?.kind !== "file" || is?.kind !== "file" || was.image || !is.image || was.many !== is.many) return [];
    const held = is.many ? `any(x.${quoted(column.column)})` : `x.${quoted(column.column)}`;
    return [
      {
        entity: now.name,
        what: `${now.plural} have a file in ${column.name} that isn't an image; it stays, but can't be saved again`,
        stops: false,
        sql: `select x.id from ${tableOf(now)} x where exists (select 1 from nonet.file f where f.id = ${held} and f.type not like 'image/%')`,
      },
    ];
  });
}

/** A part without a whole is unreachable. */
const partsWithoutWhole = (part: Entity, { entity, field }: NonNullable<Entity["partOf"]>): ViolationQuery => ({
  entity: part.name,
  what: `${part.plural} belong to no ${entity}, which they are now part of; assign one to each first (in a version in which they aren't parts), or delete the record`,
  stops: true,
  sql: `select id from ${tableOf(part)} where ${quoted(part.fields.find((f) => f.name === field)!.column)} is null`,
});

function partViolations(product: Product, entity: Entity, part: Part): ViolationQuery[] {
  const check = / check \((.*)\) not valid$/s.exec(part.add);
  if (check)
    return [
      {
        entity: entity.name,
        what: `${entity.plural} have a value in ${constraintMeaning(product, part.name)?.fields.join(" and ") ?? part.name} that is no longer allowed; the value stays, but can't be saved again`,
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
      what: `${entity.plural} have the same ${columnsOf(product, entity)
        .filter((c) => mentions(unique, [c.column]))
        .map((c) => c.name)
        .join(" and ")}, which is now unique; change them first`,
      stops: true,
      sql: part.guard?.clashing ?? `select a.id from ${tableOf(entity)} a where exists (select 1 from ${tableOf(entity)} b where b.id <> a.id and ${shared})`,
    },
  ];
}

export const quoted = (name: string): string => `"${name}"`;
