/** Reads the declared fields of a call's input, or of an answer, with all errors at once. */
import { valuesQuery } from "@nonet/database";
import { type CallParameter, type Field, referenceId, sourceLocation, type SourceLocation } from "@nonet/model";
import { type ChangeContext, variablesOf } from "../change/change-context.ts";
import type { FieldError } from "../contract/outcome.ts";
import { fieldLabel } from "../input/field-label.ts";
import { inOrder } from "../input/input-errors.ts";
import { parseValue } from "../input/parse-value.ts";
import { unknownField } from "../input/parse-values.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { checkInput, type EvaluateInput } from "../rules/check-action-input.ts";
import { say } from "@nonet/texts";
import { currentLanguage } from "@nonet/texts";

const maxItems = 1000;

export const objectOf = (value: unknown): Record<string, unknown> | null =>
  value === null || value === undefined ? {} : typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** The errors found so far, and the parameters read so far, which expressions know as `asked`. */
interface Reading {
  readonly work: ChangeContext;
  readonly errors: FieldError[];
  readonly asked: Record<string, unknown>;
}

/** The parameters by name, as expressions use them; all errors are reported at once. */
export async function readParameters(
  work: ChangeContext,
  takes: readonly CallParameter[],
  sent: Readonly<Record<string, unknown>>,
  { loose, wrong = "invalid" }: { readonly loose: boolean; /** How a wrong value is refused. */ readonly wrong?: "invalid" | "malformed" },
): Promise<Record<string, unknown>> {
  const reading: Reading = { work, errors: [], asked: {} };
  await readObject(reading, takes, sent, { at: "", values: reading.asked, loose });
  const { errors } = reading;
  if (errors.length > 0) stop(refuse(errors.some((e) => e.code === "unknown-field") ? "malformed" : wrong, ...errors));
  return reading.asked;
}

/** Fills `values`. `loose`: unknown keys are ignored, as in a query. */
async function readObject(
  reading: Reading,
  takes: readonly CallParameter[],
  sent: Readonly<Record<string, unknown>>,
  { at, values = {}, loose = false }: { readonly at: string; readonly values?: Record<string, unknown>; readonly loose?: boolean },
): Promise<Record<string, unknown>> {
  const { work, errors } = reading;
  const before = errors.length;
  if (!loose)
    for (const key of Object.keys(sent))
      if (!takes.some((t) => isKeyOf(t, key)))
        errors.push(
          unknownField(
            "The input",
            key,
            takes.map((t) => t.field.key),
            at,
          ),
        );
  for (const one of takes) {
    const key = Object.keys(sent).find((k) => isKeyOf(one, k));
    const value = key === undefined ? undefined : sent[key];
    values[one.field.name] = await readOne(reading, one, value, `${at}${one.field.key}`);
  }
  const hasError = (field: Field): boolean => errors.some((e) => e.field === `${at}${field.key}` || e.field?.startsWith(`${at}${field.key}/`));
  const checked = takes.map((t) => t.field).filter((f) => !hasError(f));
  const found = await checkInput(work, checked, values, (wanted, given) => valuesOf(reading, wanted, given));
  const own = [...errors.splice(before), ...found.map((e) => ({ ...e, field: `${at}${e.field}` }))];
  errors.push(
    ...inOrder(
      own,
      takes.map((t) => t.field),
      at,
    ),
  );
  return values;
}

async function valuesOf({ work, asked }: Reading, wanted: Parameters<EvaluateInput>[0], given: Parameters<EvaluateInput>[1]): ReturnType<EvaluateInput> {
  const row = await work.connection.row(valuesQuery(work.product, null, null, wanted, variablesOf(work, undefined, { asked, given })));
  return (row?.["values"] ?? {}) as Record<string, unknown>;
}

export const isKeyOf = ({ field }: CallParameter, key: string): boolean => key === field.key || key === field.name || key === field.column;

async function readOne(reading: Reading, parameter: CallParameter, value: unknown, at: string): Promise<unknown> {
  const { work, errors } = reading;
  const { field } = parameter;
  const location = sourceLocation(work.product, field.source);
  if (value === undefined || value === null || value === "") return absent(reading, parameter, at, location);
  if (parameter.fields !== null) return readNested(reading, parameter, parameter.fields, value, at);
  const read = parseValue(field, value);
  if ("error" in read) {
    errors.push(problem("invalid-value", `${fieldLabel(field)} ${read.error}`, { field: at, ...location }));
    return null;
  }
  const resolved = await resolveReferences(work, new Map([[field, read.value]]), "actor");
  errors.push(...resolved.errors.map((e) => ({ ...e, field: at, ...location })));
  return resolved.values.get(field);
}

/** The default, or nothing; missing required fields are reported once everything is read. */
async function absent(reading: Reading, parameter: CallParameter, at: string, location: SourceLocation): Promise<unknown> {
  const { field } = parameter;
  if (field.default) return referenceId((await valuesOf(reading, [{ name: "value", expression: field.default }], {}))["value"] ?? null);
  if (field.required !== true && parameter.fields !== null && !parameter.list && parameter.fields.some((f) => f.field.required === true))
    reading.errors.push(problem("required", say("field-is-required", { field: fieldLabel(field) }), { field: at, ...location }));
  return parameter.list ? [] : null;
}

async function readNested(reading: Reading, parameter: CallParameter, fields: readonly CallParameter[], value: unknown, at: string): Promise<unknown> {
  const { errors } = reading;
  if (!parameter.list) {
    const object = objectOf(value);
    if (object) return readObject(reading, fields, object, { at: `${at}/` });
    errors.push(problem("invalid-value", say("field-must-be-an-object", { field: fieldLabel(parameter.field) }), { field: at }));
    return null;
  }
  if (!Array.isArray(value)) {
    errors.push(problem("invalid-value", say("field-must-be-a-list-of-objects", { field: fieldLabel(parameter.field) }), { field: at }));
    return [];
  }
  const items: unknown[] = [];
  for (const [i, item] of value.slice(0, maxItems).entries()) {
    const object = item === null ? null : objectOf(item);
    if (object) items.push(await readObject(reading, fields, object, { at: `${at}/${i}/` }));
    else errors.push(problem("invalid-value", say("field-must-be-a-list-of-objects", { field: fieldLabel(parameter.field) }), { field: `${at}/${i}` }));
  }
  if (value.length > maxItems)
    errors.push(
      problem("invalid-value", say("field-has-at-most-maxitems-items", { field: fieldLabel(parameter.field), maxItems: maxItems.toLocaleString(currentLanguage()) }), {
        field: at,
      }),
    );
  return items;
}

/** The values under every name that an expression may use for a field of `body`. */
export const bodyNames = (takes: readonly CallParameter[], values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(takes.flatMap(({ field }) => [field.name, field.key, field.column].map((name) => [name, values[field.name] ?? null] as const)));
