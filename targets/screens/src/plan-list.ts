/** A list of records: columns, search, filters, sorting, actions and exports. */
import { camel, type Condition, type Entity, isDefaultColumn, type ListDetails } from "@nonet/model";
import { isCreatedUnderCondition } from "./creation-action.ts";
import { columnsOfWork, neverNew } from "./conditions/work-list.ts";
import { planColumn, planColumns } from "./plan-column.ts";
import { planFields } from "./plan-field.ts";
import { relatedOrder } from "./related-order.ts";
import { planOffers } from "./plan-offers.ts";
import { statesOf, type Plan } from "./plan.ts";
import { valuesWhere } from "./conditions/values-where.ts";
import type { ColumnData, ListData } from "./screen-data.ts";

export interface ListUse {
  readonly entity: Entity;
  readonly screen: string | null;
  readonly details: ListDetails | null;
  /** Columns defined elsewhere, by a list element. */
  readonly columns?: readonly ColumnData[];
  /** The order of a list element. */
  readonly sort?: ListDetails["sort"];
  readonly createRoute: string | null;
  /** What selects its records. */
  readonly where?: Condition | null;
  /** A related list's title. */
  readonly list?: string;
  /** On another record's page. */
  readonly related?: true;
}

export function planList(plan: Plan, use: ListUse): ListData {
  const { entity, details } = use;
  const columns = use.columns ?? (details?.columns ? planColumns(plan, entity, details.columns) : null);
  const where = use.where ?? null;
  const sort = use.sort ?? details?.sort ?? [];
  const sorted = sort.length > 0 || entity.sort.length > 0;
  const derived = use.related && !sorted ? relatedOrder(plan, entity) : [];
  return {
    entity: entity.name,
    screen: use.screen,
    list: use.list ?? null,
    groupBy: details?.groupBy ? planColumn(plan, entity, details.groupBy.path) : null,
    importMatch: details && details.import.length > 0 && plan.visibility.may("update", entity) ? matchesOf(plan, entity) : [],
    importKeys:
      details && details.import.length > 0
        ? planFields(plan, entity)
            .filter((f) => f.writableOnCreate && f.control !== "parts")
            .map((f) => ({ key: f.key, label: f.label, required: f.required && f.default === null }))
        : [],
    columns: columns ?? defaultColumns(plan, entity, where),
    searchable: details === null || details.search.length > 0 || details.columns === null,
    filters: details && details.filters.length > 0 ? planColumns(plan, entity, details.filters) : defaultFilters(plan, entity, where),
    sort: derived.length > 0 ? derived : sort.map((s) => (s.descending ? "-" : "") + keyOf(plan, entity, s.field)),
    pageSize: details?.pageSize ?? plan.pageSize ?? 50,
    actions: actionsOf(plan, entity, details?.actions ?? null),
    offers: planOffers(plan, details?.offers ?? [], entity),
    highlights: (details?.highlight.length ?? 0) > 0,
    empty: details?.empty ?? null,
    export: details?.export ?? [],
    import: plan.mayCreate(entity) ? (details?.import ?? []) : [],
    mayCreate: use.screen !== null && use.list === undefined && plan.mayCreate(entity) && !neverNew(plan.product, entity, where),
    createGuarded: isCreatedUnderCondition(plan.product, entity.name, null),
    createRoute: use.createRoute,
    defaults: [...(columns ? [] : where ? [8, 268] : [8]), ...(sorted ? [] : derived.length > 0 ? [280] : [9]), ...(details?.pageSize || plan.pageSize ? [] : [10])],
  };
}

/** The unique fields, or sets of fields, that the reader may both read and write. */
function matchesOf(plan: Plan, entity: Entity): ListData["importMatch"] {
  const sets = [...entity.fields.filter((f) => f.unique && f.computed === null && f.type.kind !== "sequence").map((f) => [f.name]), ...entity.unique.map((u) => u.fields)];
  return sets.flatMap((names) => {
    const fields = names.map((name) => entity.fields.find((f) => f.name === name));
    if (fields.some((f) => !f || f.readOnly === true || !plan.visibility.mayField("read", entity, f))) return [];
    return [{ keys: fields.map((f) => f!.key), label: names.join(" and ") }];
  });
}

/** Default 8: the first seven fields that the reader may see, and the state. With a condition, those of default 268. */
export function defaultColumns(plan: Plan, entity: Entity, where: Condition | null = null): ColumnData[] {
  const fields = entity.fields
    .filter(isDefaultColumn)
    .map((f) => planColumn(plan, entity, [f.name]))
    .filter((c) => c !== null);
  const state = planColumn(plan, entity, ["state"]);
  const withState = state && !fields.some((c) => c.key === state.key) ? [state] : [];
  return where ? columnsOfWork(plan.product, entity, where, { fields, state: withState, most }) : [...fields.slice(0, most), ...withState];
}

const most = 7;

/** Without filters of its own a list offers the state, unless its condition leaves only one: it needs no typing, and every machine has one. */
function defaultFilters(plan: Plan, entity: Entity, where: Condition | null): ColumnData[] {
  const state = valuesWhere(where, ["state"], statesOf(plan.product, entity.name)).length > 1 ? planColumn(plan, entity, ["state"]) : null;
  return state ? [state] : [];
}

export function actionsOf(plan: Plan, entity: Entity, named: readonly string[] | null): string[] {
  return plan.product.machines
    .filter((m) => m.entity === entity.name)
    .flatMap((m) =>
      m.actions.filter((a) =>
        plan.visibility.mayAct(
          entity,
          a,
          m.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === a.name && t.from !== null),
        ),
      ),
    )
    .map((a) => a.name)
    .filter((name) => named === null || named.includes(name));
}

const keyOf = (plan: Plan, entity: Entity, path: string): string => planColumn(plan, entity, path.split("."))?.key ?? path.split(".").map(camel).join(".");
