/** Parses the input of an action and checks it: form, defaults, references, and what its fields demand. */
import { formScreenQuery, valuesQuery } from "@nonet/database";
import { type Action, type Entity, entityOf, type Field, fieldByKey, fieldOf, referenceId, sourceLocation } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { report, stopChange } from "../change/report.ts";
import type { Values } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import { violationError } from "../input/constraint-messages.ts";
import { byName, type FieldValues } from "../input/field-values.ts";
import { inOrder, inputErrors, invalidInput } from "../input/input-errors.ts";
import { isEmpty } from "../input/list-field.ts";
import { parseValues } from "../input/parse-values.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { checkInput, type EvaluateInput } from "../rules/check-action-input.ts";

/** `by`: the actor has sent the input, or an effect gives it. */
export interface ActionRun {
  readonly action: Action;
  readonly record: ChangedRecord;
  readonly sent: Values;
  readonly by: "actor" | null;
}

/** Returns the values of the record's own fields among the input, to be stored. All of the input becomes `record.input`, which expressions read as `asked`. */
export async function parseActionInput(context: ChangeContext, { action, record, sent, by }: ActionRun): Promise<FieldValues> {
  const entity = entityOf(context.product, record.entity)!;
  const fields = inputFields(action);
  const own = action.asks.filter((a) => a.own).map((a) => a.field);
  const parsed = parseValues(action.name, fields, sent);
  const errors: FieldError[] = [...parsed.errors, ...inputErrors(context.product, own, { ...parsed, values: only(own, parsed.values), errors: [] }, null)];
  const isReported = (field: Field, list: readonly FieldError[]): boolean => list.some((e) => e.field === field.key);
  for (const field of own)
    if (isMissing(field, parsed.values.get(field), record) && !isReported(field, errors)) errors.push(violationError(context.product, { field, kind: "required" }));
  const resolved = await resolveReferences(context, parsed.values, by);
  const values = new Map(resolved.values);
  record.input = inputOf(fields, values);
  const evaluate = evaluateOver(context, entity, record, only(own, values));
  const checked = fields.filter((f) => !own.includes(f) && !isReported(f, errors) && !isReported(f, resolved.errors));
  for (const field of checked.filter((f) => f.default && takesDefault(f, values.get(f)))) {
    values.set(field, referenceId((await evaluate([{ name: "value", expression: field.default! }], {}))["value"] ?? null));
    record.input = inputOf(fields, values);
  }
  errors.push(...(await checkInput(context, checked, byName(values), evaluate)));
  if (errors.length > 0)
    stopChange(context, invalidInput(inOrder([...errors, ...resolved.errors], fields).map((e) => ({ ...e, rule: action.name, ...lineOf(context, action, e) }))));
  // A reference that wasn't found is reported with all that the rules find.
  report(context, resolved.errors);
  record.inputsByAction.set(action.name, [...(record.inputsByAction.get(action.name) ?? []), record.input]);
  return only(
    own.filter((f) => fieldOf(entity, f.name)),
    values,
  );
}

const cache = new WeakMap<Action, readonly Field[]>();

/** The same list each time, because its index by key is cached. */
function inputFields(action: Action): readonly Field[] {
  let fields = cache.get(action);
  if (!fields) cache.set(action, (fields = action.asks.map((a) => a.field)));
  return fields;
}

const only = (fields: readonly Field[], values: FieldValues): FieldValues => new Map(fields.filter((f) => values.has(f)).map((f) => [f, values.get(f)]));

/** By JSON key, as the history and the outbox store it. */
const inputOf = (fields: readonly Field[], values: FieldValues): Record<string, unknown> => Object.fromEntries(fields.map((f) => [f.key, values.get(f) ?? null]));

/** A value that the record has already, or a new one has by default, needn't be sent. */
const isMissing = (field: Field, value: unknown, { before }: ChangedRecord): boolean =>
  field.required === true && isEmpty(value) && !(value === undefined && (before === null ? field.default !== null : (before[field.key] ?? null) !== null));

const takesDefault = (field: Field, value: unknown): boolean => value === undefined || (value === null && field.required === true);

const lineOf = (context: ChangeContext, action: Action, error: FieldError): Partial<FieldError> =>
  error.line === null ? sourceLocation(context.product, (error.field === null ? undefined : fieldByKey(inputFields(action), error.field))?.source ?? action.source) : {};

/** Over the record; where the action asks for fields of the record's own, over the record with their new values. */
function evaluateOver(context: ChangeContext, entity: Entity, record: ChangedRecord, own: FieldValues): EvaluateInput {
  return async (wanted, given) => {
    const variables = variablesOf(context, record, { given });
    if (own.size === 0) return ((await context.connection.row(valuesQuery(context.product, entity.name, record.id, wanted, variables)))?.["values"] ?? {}) as Values;
    const values = { ...(await readAsSystem(context, entity.name, record.id)), ...Object.fromEntries([...own].map(([field, value]) => [field.key, value])) };
    const prefill = wanted.map(({ name, expression }) => ({ key: name, value: expression }));
    const query = formScreenQuery(context.product, { kind: "system" }, { entity: entity.name, values, prefill, shown: [] }, variables);
    return ((await context.connection.row(query))?.["prefill"] ?? {}) as Values;
  };
}
