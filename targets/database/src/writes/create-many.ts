/** Many new records of one entity with their history, as one statement (decision 0017): each was decided by itself. */
import type { Entity, Product } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { uniqueSets } from "../columns/unique-sets.ts";
import { recordAnswer } from "../reads/record-json.ts";
import { joining, joinsOf } from "../scope/joined-references.ts";
import { entityNamed } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { nameOf } from "../tables/constraint-names.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";
import { type HistoryAtOnce, historyValues, insertedColumns, moment, withMoment } from "./change-at-once.ts";
import { RowParameters, rowSlot, rowSlots, rowsJson } from "./row-parameters.ts";

type Values = Readonly<Record<string, unknown>>;

export interface ManyCreated {
  readonly by: string | null;
  /** The names of the values of each record. */
  readonly names: readonly string[];
  readonly records: readonly { readonly id: string; readonly values: Values }[];
  /** Null where the entity has no history. */
  readonly history: HistoryAtOnce | null;
}

/** One row `{count}`: how many were created. They are in the order of `records`. */
export function createMany(product: Product, entityName: string, { by, names, records, history }: ManyCreated): Query {
  const rows = rowsJson(
    names,
    records.map(({ id, values }) => ({ own: { id }, values })),
  );
  return cachedStatement(product, ["create many", entityName, names, history !== null], { values: { by, rows, ...history } }, (to) =>
    creationOf(product, entityNamed(product, entityName), names, history !== null, to.values),
  );
}

function creationOf(product: Product, entity: Entity, names: readonly string[], hasHistory: boolean, slots: Values): Query {
  const s = evaluationScope(product, entity.name);
  const perRow = new RowParameters(s.params);
  const values = { ...slots, id: rowSlot("id"), ...rowSlots(names) };
  const columns = insertedColumns(product, entity, names, values, perRow);
  const inserted = `insert into ${tableOf(entity)}(${columns.map(([c]) => ident(c)).join(", ")}) select ${columns.map(([, v]) => v).join(", ")} from jsonb_to_recordset(${s.params.bind(slots["rows"], "jsonb")}) as u(${perRow.columns()})`;
  if (!hasHistory) return s.params.query(`${withMoment}, r as (${inserted} returning 1) select count(*)::int as count from r`);
  const withJoins = joining(s, "r");
  const record = recordAnswer(withJoins, entity, "r");
  return s.params.query(
    `${withMoment}, r as (${inserted} returning *), h as (insert into nonet.history(entity, record_id, at, by, action, before, after, specification, in_place_of) select ${s.params.bind(entity.name, "text")}, r.id, ${moment}, ${historyValues(s.params, slots, "null", `(${record})::jsonb`)} from r${joinsOf(withJoins)} order by r.id) select count(*)::int as count from r`,
  );
}

/** Whether the database refuses each pair of records that isn't unique. */
export const isUniqueByConstraint = (product: Product, entity: Entity): boolean => {
  const columns = new Set(columnsOf(product, entity).map((c) => c.name));
  return uniqueSets(entity).every((fields) => fields.every((name) => columns.has(name)));
};

/** Checks the entity's uniqueness now, and later ones at the commit again. */
export function checkUniqueNow(product: Product, entityName: string): readonly Query[] {
  const entity = entityNamed(product, entityName);
  const columns = columnsOf(product, entity);
  const names = uniqueSets(entity).map((fields) =>
    nameOf.unique(
      product,
      entity,
      fields.map((name) => columns.find((c) => c.name === name)?.column ?? name),
    ),
  );
  const all = names.map((name) => `app.${ident(name)}`).join(", ");
  return names.length === 0 ? [] : ["immediate", "deferred"].map((when) => ({ name: "", text: `set constraints ${all} ${when}`, values: [] }));
}
