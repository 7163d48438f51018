/** Many updated records of one entity with their history, as one statement (decision 0017): each was decided by itself, and is locked. */
import { fold } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import { columnsOf, stateSince, tableOf } from "../columns/columns.ts";
import { uniqueSets } from "../columns/unique-sets.ts";
import { recordAnswer } from "../reads/record-json.ts";
import { joining, joinsOf } from "../scope/joined-references.ts";
import { readsFrom } from "../scope/reads.ts";
import { entityNamed } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";
import { type HistoryAtOnce, historyValues, isShownApart, moment, withMoment } from "./change-at-once.ts";
import { RowParameters, rowSlot, rowSlots, rowsJson } from "./row-parameters.ts";
import { assignments } from "./write-queries.ts";

type Values = Readonly<Record<string, unknown>>;

export interface ManyUpdated {
  /** The names of the values of each record. */
  readonly names: readonly string[];
  /** `before`: the whole record before the update. */
  readonly records: readonly { readonly id: string; readonly before: Values; readonly values: Values }[];
  /** Null where the entity has no history. */
  readonly history: HistoryAtOnce | null;
}

/** One row `{count}`: how many were updated. A record that stays the same has no entry in the history. */
export function updateMany(product: Product, entityName: string, { names, records, history }: ManyUpdated): Query {
  const rows = rowsJson(
    names,
    records.map(({ id, before, values }, n) => ({ own: history ? { n, id, before } : { id }, values })),
  );
  return cachedStatement(product, ["update many", entityName, names, history !== null], { values: { rows, ...history } }, (to) =>
    updateOf(product, entityNamed(product, entityName), names, history !== null, to.values),
  );
}

function updateOf(product: Product, entity: Entity, names: readonly string[], hasHistory: boolean, slots: Values): Query {
  const s = evaluationScope(product, entity.name);
  const perRow = new RowParameters(s.params);
  const assigned = assignments(product, entity, Object.fromEntries(names.map((name) => [name, rowSlots(names)[`v ${name}`]])), perRow);
  const since = columnsOf(product, entity)
    .filter((c) => c.states && assigned.some(([name]) => name === c.column))
    .map((c) => [stateSince(c.column), moment] as const);
  const sets = [["version", "t.version + 1"] as const, ["updated_at", moment] as const, ...since, ...assigned];
  const id = perRow.bind(rowSlot("id"), "uuid");
  const kept = hasHistory ? `, ${perRow.bind(rowSlot("n"), "int")} as given_n, ${perRow.bind(rowSlot("before"), "jsonb")} as given_before` : "";
  const updated = `update ${tableOf(entity)} t set ${sets.map(([c, v]) => `${ident(c)} = ${v}`).join(", ")} from jsonb_to_recordset(${s.params.bind(slots["rows"], "jsonb")}) as u(${perRow.columns()}) where t.id = ${id}`;
  if (!hasHistory) return s.params.query(`${withMoment}, r as (${updated} returning 1) select count(*)::int as count from r`);
  const withJoins = joining(s, "r");
  const record = recordAnswer(withJoins, entity, "r");
  const same = (json: string): string => `${json} - '{version,updatedAt}'::text[]`;
  return s.params.query(
    `${withMoment}, r as (${updated} returning t.*${kept}), x as (select r.id, r.given_n, r.given_before, (${record})::jsonb as record from r${joinsOf(withJoins)}), h as (insert into nonet.history(entity, record_id, at, by, action, before, after, specification, in_place_of) select ${s.params.bind(entity.name, "text")}, x.id, ${moment}, ${historyValues(s.params, slots, "x.given_before", "x.record")} from x where ${same("x.given_before")} is distinct from ${same("x.record")} order by x.given_n) select count(*)::int as count from r`,
  );
}

const known = new WeakMap<Product, Map<string, ReadonlySet<string>>>();

/**
 * Whether the field can be updated in many records at once: no other of them must be unlike it, and of no record's JSON does
 * anything but the field itself depend on it.
 */
export function isUpdatedTogether(product: Product, entity: Entity, name: string): boolean {
  let all = known.get(product);
  if (!all) known.set(product, (all = new Map<string, ReadonlySet<string>>()));
  let apart = all.get(entity.name);
  if (!apart) all.set(entity.name, (apart = updatedApart(product, entity)));
  return !apart.has(fold(name));
}

/** Its unique fields, those that its computed fields read, and where its records are shown in others, those that they are shown as. */
function updatedApart(product: Product, entity: Entity): ReadonlySet<string> {
  const computed = entity.fields.filter((f) => f.computed !== null).map((f) => f.name);
  const refersToItself = entity.fields.some(({ type }) => (type.kind === "reference" || type.kind === "references" || type.kind === "inverse") && type.entity === entity.name);
  const shown = refersToItself || !isShownApart(product, entity) ? product.entities.flatMap((target) => readsFrom(product, target, [target.shownAs], [])) : [];
  const read = [...readsFrom(product, entity, [], computed), ...shown].filter((one) => one.entity === entity.name).map((one) => one.field);
  return new Set([...read, ...uniqueSets(entity).flat().map(fold)]);
}
