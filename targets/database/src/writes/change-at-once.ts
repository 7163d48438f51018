/**
 * A change of one record as one statement: the record, its history and the answer, with the conditions on which it was decided.
 * Where one of them doesn't hold, it writes nothing and returns no row.
 */
import type { Entity, Product } from "@nonet/model";
import { columnsOf, stateSince, tableOf } from "../columns/columns.ts";
import { recordAnswer } from "../reads/record-json.ts";
import { readsFrom } from "../scope/reads.ts";
import { entityNamed } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident, Parameters, statementName } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";
import { roundMoneyQueries } from "./round-money.ts";
import { assignments, plainValue } from "./write-queries.ts";

type Values = Readonly<Record<string, unknown>>;

export interface HistoryAtOnce {
  readonly by: string | null;
  readonly action: string;
  readonly specification: string;
  readonly inPlaceOf: string | null;
}

export interface CreationAtOnce {
  readonly id: string;
  readonly by: string | null;
  readonly values: Values;
  /** Queries that must each find a row. */
  readonly references: readonly Query[];
  /** Null where the entity has no history. */
  readonly history: HistoryAtOnce | null;
}

/** One row `{record}`. */
export function createAtOnce(product: Product, entityName: string, creation: CreationAtOnce): Query {
  const names = Object.keys(creation.values);
  const { references, history } = creation;
  const values = {
    id: creation.id,
    by: creation.by,
    ...prefixed("v ", names, creation.values),
    ...references.reduce((all, query, n) => ({ ...all, ...numbered(n, query) }), {}),
    ...history,
  };
  return cachedStatement(product, ["create at once", entityName, names, references.map((query) => query.name ?? statementName(query.text)), history !== null], { values }, (to) =>
    creationOf(product, entityNamed(product, entityName), { names, references, hasHistory: history !== null }, to.values),
  );
}

interface Shape {
  readonly names: readonly string[];
  readonly references: readonly Query[];
  readonly hasHistory: boolean;
}

function creationOf(product: Product, entity: Entity, { names, references, hasHistory }: Shape, slots: Values): Query {
  const s = evaluationScope(product, entity.name);
  const { params } = s;
  const columns = insertedColumns(product, entity, names, slots, params);
  const found = references.map(
    (query, n) => `exists (${query.text.replace(/\$(\d+)::(\w+(?:\[\])?)/g, (_, i: string, type: string) => params.bind(slots[`ref ${n} ${i}`], type))})`,
  );
  const record = recordAnswer(s, entity, "r");
  const id = columns[0]![1];
  const history = hasHistory
    ? `, h as (insert into nonet.history(entity, record_id, at, by, action, before, after, specification, in_place_of) select ${params.bind(entity.name, "text")}, ${id}, ${moment}, ${historyValues(params, slots, "null", "r.record::jsonb")} from r)`
    : "";
  return params.query(
    `${withMoment}, r as (insert into ${tableOf(entity)} as r(${columns.map(([c]) => ident(c)).join(", ")}) select ${columns.map(([, v]) => v).join(", ")}${found.length > 0 ? ` where ${found.join(" and ")}` : ""} returning ${record} as record)${history} select record from r`,
  );
}

/**
 * A statement that writes reads the clock once, however many columns and rows get the moment. It is `nonet.now()` written out,
 * because PostgreSQL runs a function with a subquery as a statement of its own.
 */
export const withMoment = "with m as materialized (select coalesce((select frozen_at from nonet.clock where one), now()) as at)";
export const moment = "(select at from m)";

/** The columns of a new row with their SQL, `id` first; in a statement that begins with `withMoment`. */
export function insertedColumns(product: Product, entity: Entity, names: readonly string[], slots: Values, params: Parameters): readonly (readonly [string, string])[] {
  const since = columnsOf(product, entity).filter((c) => c.states);
  return [
    ["id", params.bind(slots["id"], "uuid")],
    ["version", "1"],
    ["created_at", moment],
    ["updated_at", moment],
    ["created_by", params.bind(slots["by"], "uuid")],
    ...since.map((c) => [stateSince(c.column), moment] as const),
    ...assignments(product, entity, Object.fromEntries(names.map((name) => [name, slots[`v ${name}`]])), params),
  ];
}

export const historyValues = (params: Parameters, slots: Values, before: string, after: string): string =>
  `${params.bind(slots["by"], "uuid")}, ${params.bind(slots["action"], "text")}, ${before}, ${after}, ${params.bind(slots["specification"], "text")}, ${params.bind(slots["inPlaceOf"], "uuid")}`;

const prefixed = (prefix: string, names: readonly string[], values: Values): Values => Object.fromEntries(names.map((name) => [prefix + name, plainValue(values[name])]));
const numbered = (n: number, query: Query): Values => Object.fromEntries(query.values.map((value, i) => [`ref ${n} ${i + 1}`, value]));

export interface UpdateAtOnce {
  readonly id: string;
  /** The version that the change was decided on. */
  readonly version: number;
  readonly values: Values;
  /** The record before and after, as JSON text; `updatedAt` is set by the statement. */
  readonly history: (HistoryAtOnce & { readonly before: string; readonly after: string }) | null;
}

/** One row `{at}`: the moment that it has written as `updated at`. */
export function updateAtOnce(product: Product, entityName: string, update: UpdateAtOnce): Query {
  const names = Object.keys(update.values);
  const values = { id: update.id, version: update.version, ...prefixed("v ", names, update.values), ...update.history };
  return cachedStatement(product, ["update at once", entityName, names, update.history !== null], { values }, (to) =>
    updateOf(product, entityNamed(product, entityName), names, update.history !== null, to.values),
  );
}

function updateOf(product: Product, entity: Entity, names: readonly string[], hasHistory: boolean, slots: Values): Query {
  const params = new Parameters();
  const assigned = assignments(product, entity, Object.fromEntries(names.map((name) => [name, slots[`v ${name}`]])), params);
  const since = columnsOf(product, entity)
    .filter((c) => c.states && assigned.some(([name]) => name === c.column))
    .map((c) => [stateSince(c.column), moment] as const);
  const sets = [["version", "version + 1"] as const, ["updated_at", moment] as const, ...since, ...assigned];
  const written = `update ${tableOf(entity)} set ${sets.map(([c, v]) => `${ident(c)} = ${v}`).join(", ")} where id = ${params.bind(slots["id"], "uuid")} and version = ${params.bind(slots["version"], "bigint")} returning id, nonet.instant_text(updated_at) as at`;
  const after = `${params.bind(slots["after"], "jsonb")} || jsonb_build_object('updatedAt', w.at)`;
  const history = hasHistory
    ? `, h as (insert into nonet.history(entity, record_id, at, by, action, before, after, specification, in_place_of) select ${params.bind(entity.name, "text")}, w.id, ${moment}, ${historyValues(params, slots, params.bind(slots["before"], "jsonb"), after)} from w)`
    : "";
  return params.query(`${withMoment}, w as (${written})${history} select at from w`);
}

const known = new WeakMap<Entity, { readonly product: Product; readonly create: boolean; readonly update: boolean }>();

/**
 * Whether one statement can create or update the entity's records: its JSON depends on no other record that the change
 * affects, and no amount has to be rounded by another record's currency.
 */
export function isWrittenAtOnce(product: Product, entity: Entity, kind: "create" | "update"): boolean {
  let found = known.get(entity);
  if (found?.product !== product) known.set(entity, (found = { product, ...canBeWritten(product, entity) }));
  return found[kind];
}

function canBeWritten(product: Product, entity: Entity): { readonly create: boolean; readonly update: boolean } {
  const isPlain =
    !entity.builtIn && entity.partOf === null && !product.entities.some((e) => e.partOf?.entity === entity.name) && roundMoneyQueries(product, entity, "").length === 0;
  const computed = entity.fields.filter((f) => f.computed !== null).map((f) => f.name);
  const isOwn = readsFrom(product, entity, [], computed).every((read) => read.route !== null && read.route.length === 0);
  return { create: isPlain && computed.length === 0 && isShownApart(product, entity), update: isPlain && isOwn };
}

/** Whether the entity's records are shown as their own values, and nothing else is shown as these. */
export const isShownApart = (product: Product, entity: Entity): boolean =>
  product.entities.every((target) =>
    readsFrom(product, target, [target.shownAs], []).every((read) => read.entity !== entity.name || (target.name === entity.name && read.route?.length === 0)),
  );
