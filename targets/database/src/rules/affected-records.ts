/** The records of a rule that a change affects: relevant from which the rule reads something that was written. */
import { fold } from "@nonet/feel";
import { comparedFields, type Entity, expressionsOfRule, type Product, type Rule } from "@nonet/model";
import { columnsOf, joinTableOf } from "../columns/columns.ts";
import { type Read, readsFrom, routeKey, type Step } from "../scope/reads.ts";
import { entityNamed, fromTable } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident, Parameters } from "../sql/sql-text.ts";
import { sharedVerdict } from "./shared-verdict.ts";

type Values = Readonly<Record<string, unknown>>;

/** A written record before and after the change. Where one of them is missing, all of its fields may have changed. */
export interface Changed {
  readonly entity: string;
  readonly id: string;
  readonly before?: Values | null;
  readonly after?: Values | null;
}

/**
 * `all`: any record of the rule's entity may be affected. `query`: rows `{id}` of the affected ones besides the changed
 * records; null where there are none.
 */
export interface Affected {
  readonly all: boolean;
  readonly query: Query | null;
}

/** The records, besides the changed ones, for which the rule must be checked again. */
export function affected(product: Product, rule: Rule, changed: readonly Changed[]): Affected {
  const entity = entityNamed(product, rule.entity);
  const routes = new Map<string, ChangedRoute>();
  for (const read of readsOf(product, rule, entity)) {
    if (read.route?.length === 0) continue;
    const relevant = changed.filter((c) => c.entity === read.entity && isChanged(product, c, read.field));
    if (relevant.length === 0) continue;
    if (read.route === null) return { all: true, query: null };
    const key = routeKey(read.route);
    const changedRoute = routes.get(key) ?? { route: read.route, of: new Map() };
    for (const one of relevant) changedRoute.of.set(one.id, one);
    routes.set(key, changedRoute);
  }
  const params = new Parameters();
  const ids = [...routes.values()].flatMap((changedRoute) => routeBack(changedRoute, params));
  const shared = sharedVerdict(rule, entity);
  const departed = shared ? changed.filter((c) => c.entity === entity.name && hasLeftGroup(entity, c, shared)) : [];
  if (departed.length > 0) {
    const remaining = formerlyAgreeing(product, entity, departed, shared!, params);
    if (!remaining) return { all: true, query: null };
    ids.push(remaining);
  }
  if (ids.length === 0) return { all: false, query: null };
  return { all: false, query: params.query(`select r.id from ${fromTable(entity, "r")} where r.id = any(array(${ids.join(" union all ")})) order by r.id`) };
}

/**
 * For rules with one result for all records that agree in these fields: the records that a changed record agreed with
 * before. One of them is enough, unless a field identifies them. Null: any record.
 */
function formerlyAgreeing(product: Product, entity: Entity, departed: readonly Changed[], fields: readonly string[], params: Parameters): string | null {
  if (fields.length === 0) return `(select x.id from ${fromTable(entity, "x")} where x.archived_at is null limit 1)`;
  const column = columnsOf(product, entity).find((c) => ["uuid", "text", "numeric", "bigint", "date", "boolean"].includes(c.sql) && fields.includes(fold(c.name)));
  if (!column || departed.some((c) => !c.before)) return null;
  const was = departed.flatMap((c): (string | null)[] => {
    const value = c.before![column.key] ?? null;
    return value === null ? [null] : column.sql === "uuid" ? idsIn(value) : [String(value)];
  });
  return `select x.id from ${fromTable(entity, "x")} where ${isAmong(`x.${ident(column.column)}`, `${params.bind(was, "text[]")}::${column.sql}[]`)}`;
}

interface ChangedRoute {
  readonly route: readonly Step[];
  readonly of: Map<string, Changed>;
}

/** Rows `{id}` of the records to check: the changed ones, and all that they affect. */
export function affectedQuery(product: Product, rule: Rule, changed: readonly Changed[]): Query {
  const { all, query } = affected(product, rule, changed);
  const entity = entityNamed(product, rule.entity);
  const params = new Parameters();
  if (all) return params.query(`select r.id from ${fromTable(entity, "r")} order by r.id`);
  if (query) return query;
  const own = changed.filter((c) => c.entity === rule.entity).map((c) => c.id);
  return params.query(`select r.id from ${fromTable(entity, "r")} where r.id = any(${params.bind(own, "uuid[]")}) order by r.id`);
}

const known = new WeakMap<Rule, readonly Read[]>();

function readsOf(product: Product, rule: Rule, entity: Entity): readonly Read[] {
  let reads = known.get(rule);
  if (!reads) known.set(rule, (reads = findReads(product, rule, entity)));
  return reads;
}

function findReads(product: Product, rule: Rule, entity: Entity): readonly Read[] {
  // Where all records that agree have one result, each can stand for the record itself.
  const found = readsFrom(product, entity, expressionsOfRule(rule.holds), comparedFields(rule.holds), sharedVerdict(rule, entity) !== null);
  const has = new Set(found.map((read) => `${read.entity}.${read.field}`));
  // Reads outside of the routes: the record's own fields by name, everything else from anywhere.
  const others = rule.reads.flatMap((key): readonly Read[] => {
    const [of, field] = [key.slice(0, key.indexOf(".")), fold(key.slice(key.indexOf(".") + 1))];
    return has.has(`${of}.${field}`) ? [] : [{ entity: of, field, route: of === entity.name ? [] : null }];
  });
  return [...found, ...others];
}

/** Whether the field changed. Creation and deletion change all fields. */
function isChanged(product: Product, { entity: name, before, after }: Changed, field: string): boolean {
  if (!before || !after) return true;
  if (field === "id") return false;
  const key = entityNamed(product, name).fields.find((f) => fold(f.name) === field)?.key ?? field;
  return JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null);
}

function hasLeftGroup(entity: Entity, { before, after }: Changed, fields: readonly string[]): boolean {
  if (!before || !after) return before !== null;
  const keys = fields.map((name) => entity.fields.find((f) => fold(f.name) === fold(name))?.key ?? name);
  return keys.some((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null));
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(idsIn) : value !== null && typeof value === "object" && "id" in value ? [String(value.id)] : []);

/** Follows the route from the changed records back to its start, over their present and former values. */
function routeBack({ route, of }: ChangedRoute, params: Parameters): string[] {
  const last = route.at(-1)!;
  const changed = [...of.values()];
  const field = last.kind === "listed" || last.kind === "held" ? last.by : last.kind === "agrees" ? last.theirs : null;
  const was = field
    ? changed.flatMap((c): (string | null)[] => (last.kind === "agrees" && c.before && (c.before[field.key] ?? null) === null ? [null] : idsIn(c.before?.[field.key])))
    : [];
  const now = changed.map((c) => c.id);
  const starts = [stepBack(last, params.bind(now, "uuid[]"))];
  if (was.length > 0) starts.push(fromReferenced(last, params.bind(was, "uuid[]")));
  return starts.map((start) => route.slice(0, -1).reduceRight((sql, step) => stepBack(step, `array(${sql})`), start));
}

/** Null equals null. */
const isAmong = (x: string, list: string): string => `(${x} = any(${list}) or (${x} is null and array_position(${list}, null) is not null))`;

/** The ids of the records from which the step leads to one of `ids`. */
function stepBack(step: Step, ids: string): string {
  switch (step.kind) {
    case "refers":
      return `select x.id from ${fromTable(step.from, "x")} where x.${ident(step.column)} = any(${ids})`;
    case "listed":
      return `select x.${ident(step.by.column)} as id from ${fromTable(step.of, "x")} where x.id = any(${ids})`;
    case "holds":
      return `select x.from_id as id from ${joinTableOf(step.from, step.field)} x where x.to_id = any(${ids})`;
    case "held":
      return `select x.to_id as id from ${joinTableOf(step.of, step.by)} x where x.from_id = any(${ids})`;
    case "agrees":
      return fromReferenced(step, `array(select x.${ident(step.theirs.column)} from ${fromTable(step.of, "x")} where x.id = any(${ids}))`);
  }
}

/** The same where the referenced ids are known. */
const fromReferenced = (step: Step, names: string): string =>
  step.kind === "agrees" ? `select x.id from ${fromTable(step.from, "x")} where ${isAmong(`x.${ident(step.ours.column)}`, names)}` : `select unnest(${names}) as id`;
