/** A path of the document (`item.category`) as a column, a filter or a sort key of the list API. */
import { camel, entityOf, fieldOf, labelOf, type Entity, type Field, type FieldPath } from "@nonet/model";
import { choicesOf, controlOf, currencyKeyOf, currencyOf, entityIn, isSortable } from "./control.ts";
import { columnTotal } from "./column-total.ts";
import { statesOf, type Plan } from "./plan.ts";
import type { ColumnData } from "./screen-data.ts";
import { coloursOf } from "./states/state-colours.ts";

/** The columns for those paths that the reader may read. Two columns with the same label get their full path as label. */
export function planColumns(plan: Plan, entity: Entity, paths: readonly FieldPath[]): ColumnData[] {
  const columns = paths.map((p) => planColumn(plan, entity, p.path)).filter((c) => c !== null);
  const seen = new Map<string, number>();
  for (const c of columns) seen.set(c.label, (seen.get(c.label) ?? 0) + 1);
  return columns.map((c) => (seen.get(c.label)! > 1 && c.path.includes(".") ? { ...c, label: labelOf(c.path.split(".").join(" ")) } : c));
}

/** Null if the reader may not read it at all, or if a list can't show it. */
export function planColumn(plan: Plan, entity: Entity, path: readonly string[]): ColumnData | null {
  let at: Entity | undefined = entity;
  const keys: string[] = [];
  for (const [i, step] of path.entries()) {
    if (!at) return null;
    const last = i === path.length - 1;
    const field: Field | undefined = fieldOf(at, step);
    if (!field) return last ? systemColumn(plan, at, path, keys, step) : null;
    if (!plan.visibility.mayField("read", at, field) || field.secret || field.type.kind === "secret key") return null;
    keys.push(field.key);
    if (last) return columnOf(plan, at, path, keys, field);
    at = entityOf(plan.product, entityIn(field.type) ?? "");
  }
  return null;
}

function columnOf(plan: Plan, owner: Entity, path: readonly string[], keys: readonly string[], field: Field): ColumnData {
  const control = controlOf(field.type);
  const name = path.at(-1)!;
  return {
    key: keys.join("."),
    path: path.join("."),
    label: labelOf(name === "name" && path.length > 1 ? path.slice(-2).join(" ") : name),
    control,
    sortable: isSortable(control),
    currency: currencyOf(field.type, plan.product.about.currency),
    currencyKey: siblingKey(keys, readableCurrencyKey(plan, owner, field.type)),
    choices: choicesOf(field.type),
    entity: entityIn(field.type),
    ...(keys.length === 1 ? columnTotal(plan, owner, field) : {}),
  };
}

/** Null where the reader may not read the field that holds the currency. */
export function readableCurrencyKey(plan: Plan, entity: Entity, type: Field["type"]): string | null {
  const key = currencyKeyOf(type, entity.fields);
  return key === null || type.kind !== "money" || !planColumn(plan, entity, type.currencyField!.split(".")) ? null : key;
}

const siblingKey = (keys: readonly string[], key: string | null): string | null => (key === null ? null : [...keys.slice(0, -1), key].join("."));

/** The state of a machine, and the fields that every record has. */
function systemColumn(plan: Plan, entity: Entity, path: readonly string[], keys: readonly string[], step: string): ColumnData | null {
  const machine = plan.product.machines.find((m) => m.entity === entity.name && m.field === step);
  const instants = ["created at", "updated at"];
  if (!machine && !instants.includes(step)) return null;
  if (!plan.visibility.may("read", entity)) return null;
  return {
    key: [...keys, camel(step)].join("."),
    path: path.join("."),
    label: labelOf(path.length > 1 ? path.slice(-2).join(" ") : step),
    control: machine ? "choice" : "date and time",
    sortable: true,
    currency: null,
    currencyKey: null,
    choices: machine ? (step === "state" ? statesOf(plan.product, entity.name) : machine.states.map((s) => s.name)) : [],
    entity: null,
    ...(machine ? { colours: coloursOf(machine) } : {}),
  };
}
