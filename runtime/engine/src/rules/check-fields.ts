/** Point 3's own demands on a record: required, bounds, the form of a text. */
import { presentQuery, valuesQuery } from "@nonet/database";
import { type Entity, entityOf, type Field, isStored, sourceLocation } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { limitInForce } from "../connection/product-limits.ts";
import type { FieldError } from "../contract/outcome.ts";
import { canEvaluateInMemory, evaluateInMemory } from "../input/evaluate-in-memory.ts";
import {
  beyond,
  type Check,
  checksOfField,
  countedHere,
  hasPattern,
  isCounted,
  isEmpty,
  isList,
  recordOf,
  requiredHere,
  unlikePattern,
  wantedBy,
} from "../input/field-constraints.ts";
import { fieldLabel } from "../input/field-label.ts";
import { isMadeByProduct } from "../input/input-errors.ts";
import { problem } from "../refusals/refusal.ts";
import { namedWithoutRole } from "./reference-role.ts";

export async function checkFields(context: ChangeContext, touched: ChangedRecord): Promise<readonly FieldError[]> {
  const entity = entityOf(context.product, touched.entity);
  if (!entity || !touched.after) return [];
  const errors: FieldError[] = [];
  const place = context.paths.get(touched.id);
  const add = (field: Field, code: string, detail: string): void => {
    const at = place ? `${place}/${field.key}` : field.key;
    // One mistake, one error: what was wrong with the value, or with a part in it, is told already.
    if (code === "required" && context.errors.some((e) => e.field === at || e.field?.startsWith(`${at}/`))) return;
    errors.push(problem(code, detail, { field: at, ...sourceLocation(context.product, field.source) }));
  };
  const { after } = touched;
  for (const field of entity.fields) {
    const value = after[field.key];
    if (field.required === true && isStored(field) && !isMadeByProduct(field) && !isRoles(entity, field) && (await isMissing(context, entity, field, touched)))
      add(field, "required", `${fieldLabel(field)} is required.`);
    const strange = isRoles(entity, field) ? rolesNowhere(context, value) : [];
    if (strange.length > 0) add(field, "invalid-value", `There is no role ${strange.join(", ")}.`);
    if (!hasPattern(field, value)) add(field, "invalid-value", unlikePattern(field));
  }
  for (const wrong of await namedWithoutRole(context, entity, touched)) {
    const at = place ? `${place}/${wrong.field}` : wrong.field;
    if (!context.errors.some((e) => e.field === at)) errors.push({ ...wrong, field: at });
  }
  const checks = checksOf(entity).filter((c) => c.kind === "required" || isList(c.field) || !isEmpty(after[c.field.key]));
  const counted = new Map(checks.flatMap((c) => countedHere(c, after[c.field.key])));
  const always = alwaysAsked(context, entity);
  const left = checks.filter((c) => !counted.has(c.name) && !always.includes(c) && !passesHere(context, touched, c));
  const values: Record<string, unknown> = { ...Object.fromEntries(counted), ...(await judged(context, touched, always)), ...(await judged(context, touched, left)) };
  errors.push(...(await tooLong(context, entity.fields, after, (f) => f.key)));
  for (const check of checks) {
    if (check.kind === "required") {
      if (values[check.name] === true && isEmpty(after[check.field.key])) add(check.field, "required", requiredHere(check.field));
    } else if (values[check.name] === false) add(check.field, "invalid-value", beyond(check, values));
  }
  return errors;
}

/** What doesn't hang on the record's values, asked while it is being read. */
export async function askAhead(context: ChangeContext, touched: ChangedRecord): Promise<void> {
  const entity = entityOf(context.product, touched.entity);
  if (entity) await judged(context, touched, alwaysAsked(context, entity));
}

async function judged(context: ChangeContext, touched: ChangedRecord, checks: readonly Check[]): Promise<Record<string, unknown>> {
  if (checks.length === 0) return {};
  const row = await context.connection.row(valuesQuery(context.product, touched.entity, touched.id, wantedBy(checks), variablesOf(context, touched)));
  return (row?.["values"] ?? {}) as Record<string, unknown>;
}

const alwaysAsked = (context: ChangeContext, entity: Entity): readonly Check[] =>
  checksOf(entity).filter(
    (check) => (check.kind === "required" || isList(check.field)) && !isCounted(check) && !canEvaluateInMemory(context.product, entity.name, check.expression),
  );

/** Whether the record itself tells that there is nothing to say. */
function passesHere(context: ChangeContext, touched: ChangedRecord, check: Check): boolean {
  const holds = touched.after && evaluateInMemory(context.product, touched.entity, check.expression, touched.after);
  return holds !== undefined && (check.kind === "required" ? holds !== true : holds !== false);
}

const isBoundless = (field: Field): boolean => !field.atMost && !field.computed && isList(field);

/** Lists without a bound of their own hold at most what the limit `list length` of point 9 says. */
export async function tooLong(context: ChangeContext, fields: readonly Field[], values: Readonly<Record<string, unknown>>, keyOf: (field: Field) => string): Promise<FieldError[]> {
  if (!fields.some(isBoundless)) return [];
  const limit = await limitInForce(context.connection, context.product, "list length");
  if (!limit) return [];
  return fields.flatMap((field) => {
    const value = values[keyOf(field)];
    if (!isBoundless(field) || !Array.isArray(value) || value.length <= Number(limit.value)) return [];
    return [
      problem("invalid-value", `${fieldLabel(field)} must be at most ${limit.value} in number.`, { field: field.key, ...sourceLocation(context.product, limit.constant.source) }),
    ];
  });
}

/** A person may be here without a role: the Owner is. */
const isRoles = (entity: Entity, field: Field): boolean => entity.builtIn && field.name === "roles";

/** What a person has been given, by an effect or an initial record, and point 6 doesn't name where it is shown. */
function rolesNowhere({ product }: ChangeContext, value: unknown): readonly string[] {
  if (!product.permissions.written || !Array.isArray(value)) return [];
  return value.map(String).filter((name) => !product.permissions.roles.some((role) => role.name === name));
}

/** A secret isn't in the record that is read: the table is asked. */
async function isMissing(context: ChangeContext, entity: Entity, field: Field, touched: ChangedRecord): Promise<boolean> {
  if (!field.secret) return isEmpty(touched.after?.[field.key]);
  return (await context.connection.row(presentQuery(entity, field, touched.id)))?.["holds"] !== true;
}

const made = new WeakMap<Entity, readonly Check[]>();

/** The checks of an entity, as expressions that PostgreSQL judges. */
function checksOf(entity: Entity): readonly Check[] {
  let checks = made.get(entity);
  if (!checks) made.set(entity, (checks = entity.fields.flatMap((f) => checksOfField(f, recordOf(entity)))));
  return checks;
}
