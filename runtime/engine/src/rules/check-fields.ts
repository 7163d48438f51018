/** Point 3's own demands on a record: required, bounds, the form of a text. */
import { presentQuery, valuesQuery } from "@nonet/database";
import { type Entity, entityOf, type Field, isStored, sourceLocation } from "@nonet/model";
import { type ChangedRecord, variablesOf, type ChangeContext } from "../change/change-context.ts";
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
import { label } from "../input/field-label.ts";
import { isKept } from "../input/input-errors.ts";
import { problem } from "../refusals/refusal.ts";
import { namedWithoutRole } from "./reference-role.ts";

export async function checkFields(work: ChangeContext, touched: ChangedRecord): Promise<readonly FieldError[]> {
  const entity = entityOf(work.product, touched.entity);
  if (!entity || !touched.after) return [];
  const errors: FieldError[] = [];
  const place = work.places.get(touched.id);
  const add = (field: Field, code: string, detail: string): void => {
    const at = place ? `${place}/${field.key}` : field.key;
    // One mistake, one error: what was wrong with the value, or with a part in it, is told already.
    if (code === "required" && work.errors.some((e) => e.field === at || e.field?.startsWith(`${at}/`))) return;
    errors.push(problem(code, detail, { field: at, ...sourceLocation(work.product, field.source) }));
  };
  const { after } = touched;
  for (const field of entity.fields) {
    const value = after[field.key];
    if (field.required === true && isStored(field) && !isKept(field) && !isRoles(entity, field) && (await isMissing(work, entity, field, touched)))
      add(field, "required", `${label(field)} is required.`);
    const strange = isRoles(entity, field) ? rolesNowhere(work, value) : [];
    if (strange.length > 0) add(field, "invalid-value", `There is no role ${strange.join(", ")}.`);
    if (!hasPattern(field, value)) add(field, "invalid-value", unlikePattern(field));
  }
  for (const wrong of await namedWithoutRole(work, entity, touched)) {
    const at = place ? `${place}/${wrong.field}` : wrong.field;
    if (!work.errors.some((e) => e.field === at)) errors.push({ ...wrong, field: at });
  }
  const checks = checksOf(entity).filter((c) => c.kind === "required" || isList(c.field) || !isEmpty(after[c.field.key]));
  const counted = new Map(checks.flatMap((c) => countedHere(c, after[c.field.key])));
  const always = alwaysAsked(work, entity);
  const left = checks.filter((c) => !counted.has(c.name) && !always.includes(c) && !passesHere(work, touched, c));
  const values: Record<string, unknown> = { ...Object.fromEntries(counted), ...(await judged(work, touched, always)), ...(await judged(work, touched, left)) };
  errors.push(...(await tooLong(work, entity.fields, after, (f) => f.key)));
  for (const check of checks) {
    if (check.kind === "required") {
      if (values[check.name] === true && isEmpty(after[check.field.key])) add(check.field, "required", requiredHere(check.field));
    } else if (values[check.name] === false) add(check.field, "invalid-value", beyond(check, values));
  }
  return errors;
}

/** What doesn't hang on the record's values, asked while it is being read. */
export async function askAhead(work: ChangeContext, touched: ChangedRecord): Promise<void> {
  const entity = entityOf(work.product, touched.entity);
  if (entity) await judged(work, touched, alwaysAsked(work, entity));
}

async function judged(work: ChangeContext, touched: ChangedRecord, checks: readonly Check[]): Promise<Record<string, unknown>> {
  if (checks.length === 0) return {};
  const row = await work.connection.row(valuesQuery(work.product, touched.entity, touched.id, wantedBy(checks), variablesOf(work, touched)));
  return (row?.["values"] ?? {}) as Record<string, unknown>;
}

const alwaysAsked = (work: ChangeContext, entity: Entity): readonly Check[] =>
  checksOf(entity).filter((check) => (check.kind === "required" || isList(check.field)) && !isCounted(check) && !canEvaluateInMemory(work.product, entity.name, check.expression));

/** Whether the record itself tells that there is nothing to say. */
function passesHere(work: ChangeContext, touched: ChangedRecord, check: Check): boolean {
  const holds = touched.after && evaluateInMemory(work.product, touched.entity, check.expression, touched.after);
  return holds !== undefined && (check.kind === "required" ? holds !== true : holds !== false);
}

const isBoundless = (field: Field): boolean => !field.atMost && !field.computed && isList(field);

/** Lists without a bound of their own hold at most what the limit `list length` of point 9 says. */
export async function tooLong(work: ChangeContext, fields: readonly Field[], values: Readonly<Record<string, unknown>>, keyOf: (field: Field) => string): Promise<FieldError[]> {
  if (!fields.some(isBoundless)) return [];
  const limit = await limitInForce(work.connection, work.product, "list length");
  if (!limit) return [];
  return fields.flatMap((field) => {
    const value = values[keyOf(field)];
    if (!isBoundless(field) || !Array.isArray(value) || value.length <= Number(limit.value)) return [];
    return [problem("invalid-value", `${label(field)} must be at most ${limit.value} in number.`, { field: field.key, ...sourceLocation(work.product, limit.constant.source) })];
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
async function isMissing(work: ChangeContext, entity: Entity, field: Field, touched: ChangedRecord): Promise<boolean> {
  if (!field.secret) return isEmpty(touched.after?.[field.key]);
  return (await work.connection.row(presentQuery(entity, field, touched.id)))?.["holds"] !== true;
}

const made = new WeakMap<Entity, readonly Check[]>();

/** The checks of an entity, as expressions that PostgreSQL judges. */
function checksOf(entity: Entity): readonly Check[] {
  let checks = made.get(entity);
  if (!checks) made.set(entity, (checks = entity.fields.flatMap((f) => checksOfField(f, recordOf(entity)))));
  return checks;
}
