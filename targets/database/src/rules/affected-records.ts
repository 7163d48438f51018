/** Which of a rule's records a change concerns: all those from which the rule reads something of what was written. */
import { type Expression, fold } from "@nonet/feel";
import type { Entity, Product, Rule } from "@nonet/model";
import { columnsOf, joinTableOf } from "../columns/columns.ts";
import { type Read, readsFrom, routeKey, type Step } from "../scope/reads.ts";
import { entityNamed, fromTable } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident, Parameters } from "../sql/sql-text.ts";
import { sharedVerdict } from "./shared-verdict.ts";

type Values = Readonly<Record<string, unknown>>;

/** A record that was written, and what it was before and is now; where one of them isn't given, all of it may be another. */
export interface Changed {
  readonly entity: string;
  readonly id: string;
  readonly before?: Values | null;
  readonly after?: Values | null;
}

/** `all`: any record of the rule's entity may be. `query`: rows `{id}` of those reached from others than themselves; null where none is. */
export interface Affected {
  readonly all: boolean;
  readonly query: Query | null;
}

/** The records besides the changed ones themselves that are to be judged again. */
export function affected(product: Product, rule: Rule, changed: readonly Changed[]): Affected {
  const entity = entityNamed(product, rule.entity);
  const ways = new Map<string, Way>();
  for (const read of readsOf(product, rule, entity)) {
    if (read.route?.length === 0) continue;
    const those = changed.filter((c) => c.entity === read.entity && isOther(product, c, read.field));
    if (those.length === 0) continue;
    if (read.route === null) return { all: true, query: null };
    const key = routeKey(read.route);
    const way = ways.get(key) ?? { route: read.route, of: new Map() };
    for (const one of those) way.of.set(one.id, one);
    ways.set(key, way);
  }
  const params = new Parameters();
  const ids = [...ways.values()].flatMap((way) => back(way, params));
  const shared = sharedVerdict(rule, entity);
  const left = shared ? changed.filter((c) => c.entity === entity.name && hasLeft(entity, c, shared)) : [];
  if (left.length > 0) {
    const behind = leftBehind(product, entity, left, shared!, params);
    if (!behind) return { all: true, query: null };
    ids.push(behind);
  }
  if (ids.length === 0) return { all: false, query: null };
  return { all: false, query: params.query(`select r.id from ${fromTable(entity, "r")} where r.id = any(array(${ids.join(" union all ")})) order by r.id`) };
}

/**
 * Of rules that say the same of all that agree in these fields: those with which a record that has gone agreed. One says it
 * for all of them; where a field tells who they are, all are asked. Null: any.
 */
function leftBehind(product: Product, entity: Entity, left: readonly Changed[], fields: readonly string[], params: Parameters): string | null {
  if (fields.length === 0) return `(select x.id from ${fromTable(entity, "x")} where x.archived_at is null limit 1)`;
  const column = columnsOf(product, entity).find((c) => ["uuid", "text", "numeric", "bigint", "date", "boolean"].includes(c.sql) && fields.includes(fold(c.name)));
  if (!column || left.some((c) => !c.before)) return null;
  const was = left.flatMap((c): (string | null)[] => {
    const value = c.before![column.key] ?? null;
    return value === null ? [null] : column.sql === "uuid" ? idsIn(value) : [String(value)];
  });
  return `select x.id from ${fromTable(entity, "x")} where ${isAmong(`x.${ident(column.column)}`, `${params.bind(was, "text[]")}::${column.sql}[]`)}`;
}

interface Way {
  readonly route: readonly Step[];
  readonly of: Map<string, Changed>;
}

/** Rows `{id}` of the rule's records to judge again: the changed ones, and all that a changed record could reach. */
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
  const body = rule.holds;
  const paths = body.kind === "unique" ? body.fields : body.kind === "no overlap" ? body.per : [];
  // Where all that agree come to one verdict, each may be taken for the record itself.
  const found = readsFrom(product, entity, expressionsOf(rule), paths, sharedVerdict(rule, entity) !== null);
  const has = new Set(found.map((read) => `${read.entity}.${read.field}`));
  // What is read and wasn't met on the way: the record's own by name, everything else from anywhere.
  const others = rule.reads.flatMap((key): readonly Read[] => {
    const [of, field] = [key.slice(0, key.indexOf(".")), fold(key.slice(key.indexOf(".") + 1))];
    return has.has(`${of}.${field}`) ? [] : [{ entity: of, field, route: of === entity.name ? [] : null }];
  });
  return [...found, ...others];
}

export function expressionsOf(rule: Rule): Expression[] {
  const body = rule.holds;
  if (body.kind === "expression") return [body.expression];
  return [...(body.kind === "no overlap" ? [body.low, body.high] : []), ...(body.among ? [body.among] : [])];
}

/** Whether the field is another now; where records come and go, each of their fields is. */
function isOther(product: Product, { entity: name, before, after }: Changed, field: string): boolean {
  if (!before || !after) return true;
  if (field === "id") return false;
  const key = entityNamed(product, name).fields.find((f) => fold(f.name) === field)?.key ?? field;
  return JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null);
}

function hasLeft(entity: Entity, { before, after }: Changed, fields: readonly string[]): boolean {
  if (!before || !after) return before !== null;
  const keys = fields.map((name) => entity.fields.find((f) => fold(f.name) === fold(name))?.key ?? name);
  return keys.some((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null));
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(idsIn) : value !== null && typeof value === "object" && "id" in value ? [String(value.id)] : []);

/** From the changed records back to where the route begins, over what they are and what they were. */
function back({ route, of }: Way, params: Parameters): string[] {
  const last = route.at(-1)!;
  const changed = [...of.values()];
  const field = last.kind === "listed" || last.kind === "held" ? last.by : last.kind === "agrees" ? last.theirs : null;
  const was = field
    ? changed.flatMap((c): (string | null)[] => (last.kind === "agrees" && c.before && (c.before[field.key] ?? null) === null ? [null] : idsIn(c.before?.[field.key])))
    : [];
  const now = changed.map((c) => c.id);
  const starts = [stepBack(last, params.bind(now, "uuid[]"))];
  if (was.length > 0) starts.push(named(last, params.bind(was, "uuid[]")));
  return starts.map((start) => route.slice(0, -1).reduceRight((sql, step) => stepBack(step, `array(${sql})`), start));
}

/** Nothing is the same as nothing. */
const isAmong = (x: string, list: string): string => `(${x} = any(${list}) or (${x} is null and array_position(${list}, null) is not null))`;

/** The ids of those from which the step leads to one of `ids`. */
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
      return named(step, `array(select x.${ident(step.theirs.column)} from ${fromTable(step.of, "x")} where x.id = any(${ids}))`);
  }
}

/** The same, where it is known already which records are named. */
const named = (step: Step, names: string): string =>
  step.kind === "agrees" ? `select x.id from ${fromTable(step.from, "x")} where ${isAmong(`x.${ident(step.ours.column)}`, names)}` : `select unnest(${names}) as id`;
