/** Checks what an action asks for: its form, its defaults, and everything that its fields demand. */
import { formScreenQuery, valuesQuery } from "@nonet/database";
import { type Action, type Entity, entityOf, type Field, fieldOf, sourceLocation } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { FieldError } from "../contract/outcome.ts";
import { isEmpty } from "../input/field-constraints.ts";
import { fieldLabel } from "../input/field-label.ts";
import { formErrors, inOrder } from "../input/input-errors.ts";
import { readValues } from "../input/parse-values.ts";
import { idOf } from "../input/reference-id.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { type Asking, judgeGiven } from "../rules/check-action-input.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Own fields come back by name, to be stored (the record is held to them once all is done); all of it stands in `asked`.
 * `byPerson`: who acts has sent it, an effect hasn't given it.
 */
export async function parseActionInput(
  context: ChangeContext,
  entityName: string,
  action: Action,
  touched: ChangedRecord,
  sent: Values,
  byPerson: boolean,
): Promise<Record<string, unknown>> {
  const entity = entityOf(context.product, entityName)!;
  const fields = action.asks.map((a) => a.field);
  const own = action.asks.filter((a) => a.own).map((a) => a.field);
  const read = readValues(fields, sent);
  const errors: FieldError[] = [...read.errors, ...formErrors(context.product, own, { ...read, errors: [] }, null)];
  const told = (field: Field): boolean => errors.some((e) => e.field === field.key);
  for (const field of own)
    if (isLacking(field, read.values[field.name], touched) && !told(field)) errors.push(problem("required", `${fieldLabel(field)} is required.`, { field: field.key }));
  const before = context.errors.length;
  const values = await resolveReferences(context, { ...entity, fields }, read.values, byPerson);
  const unresolved = context.errors.slice(before);
  const keep = (): void => void (touched.input = Object.fromEntries(fields.map((f) => [f.key, values[f.name] ?? null])));
  keep();
  const asking = asOver(context, entity, touched, Object.fromEntries(own.filter((f) => f.name in values).map((f) => [f.key, values[f.name]])));
  const judged = fields.filter((f) => !own.includes(f) && !told(f) && !unresolved.some((e) => e.field === f.key));
  for (const field of judged) {
    const value = values[field.name];
    if (!field.default || (value !== undefined && (value !== null || field.required !== true))) continue;
    values[field.name] = idOf((await asking([{ name: "value", expression: field.default }], {}))["value"]);
    keep();
  }
  errors.push(...(await judgeGiven(context, judged, values, asking)));
  if (errors.length > 0) {
    const located = inOrder([...errors, ...unresolved], fields).map((e) => ({ ...e, rule: action.name, ...lineOf(context, action, fields, e) }));
    stop(refuse(errors.some((e) => e.code === "unknown-field") ? "malformed" : "invalid", ...located));
  }
  if (touched.input) touched.inputsByAction.set(action.name, [...(touched.inputsByAction.get(action.name) ?? []), touched.input]);
  return Object.fromEntries(own.filter((f) => f.name in values && fieldOf(entity, f.name)).map((f) => [f.name, values[f.name]]));
}

/** What the record has already, or a new one has by default, needn't be sent. */
const isLacking = (field: Field, value: unknown, { before }: ChangedRecord): boolean =>
  field.required === true && isEmpty(value) && !(value === undefined && (before === null ? field.default !== null : (before[field.key] ?? null) !== null));

const lineOf = (context: ChangeContext, action: Action, fields: readonly Field[], error: FieldError): Partial<FieldError> =>
  error.line === null ? sourceLocation(context.product, fields.find((f) => f.key === error.field)?.source ?? action.source) : {};

/** Over the record; where the action asks for fields of the record's own, over it with them, as it is about to be. */
function asOver(context: ChangeContext, entity: Entity, touched: ChangedRecord, own: Values): Asking {
  return async (wanted, given) => {
    const variables = variablesOf(context, touched, { given });
    if (Object.keys(own).length === 0)
      return ((await context.connection.row(valuesQuery(context.product, entity.name, touched.id, wanted, variables)))?.["values"] ?? {}) as Values;
    const values = { ...(await readAsSystem(context, entity.name, touched.id)), ...own };
    const prefill = wanted.map(({ name, expression }) => ({ key: name, value: expression }));
    return ((await context.connection.row(formScreenQuery(context.product, { kind: "system" }, { entity: entity.name, values, prefill, shown: [] }, variables)))?.["prefill"] ??
      {}) as Values;
  };
}
