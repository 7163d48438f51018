/** Checks a changed record against what its fields demand in point 3: required, bounds, pattern, role of a person. */
import { presentQuery, valuesQuery } from "@nonet/database";
import { type Entity, entityOf, type Field, fieldOf, isGenerated, isStored, sourceLocation } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { pathOf } from "../change/report.ts";
import type { FieldError } from "../contract/outcome.ts";
import { constraintExpressions, constraintsOf, thisRecord } from "../input/constraint-expressions.ts";
import { violationError } from "../input/constraint-messages.ts";
import { checkConstraints, type Constraint, isCounted } from "../input/field-constraints.ts";
import { canEvaluateInMemory, evaluateInMemory } from "../input/evaluate-in-memory.ts";
import { isList } from "../input/list-field.ts";
import { isForgettable } from "../input/forgettable-fields.ts";
import { problem } from "../refusals/refusal.ts";
import { checkListLength } from "./check-list-length.ts";
import { isForgotten } from "./forgotten-fields.ts";
import { isKept } from "./kept-values.ts";
import { checkReferenceRoles } from "./reference-role.ts";
import { say } from "@nonet/texts";

export async function checkFields(context: ChangeContext, record: ChangedRecord): Promise<readonly FieldError[]> {
  const entity = entityOf(context.product, record.entity);
  const { after } = record;
  if (!entity || !after) return [];
  const values = (field: Field): unknown => after[field.key];
  const stored = await storedSecrets(context, entity, record.id);
  const required = entity.fields.filter((f) => isStored(f) && !isGenerated(f.type) && !isRoles(entity, f) && !stored.has(f) && !wasForgotten(context, record, f));
  const violations = await checkConstraints(entity.fields, { values, required, constraints: recordConstraints(entity) }, (due) => evaluate(context, record, due));
  const at = (error: FieldError): FieldError => ({ ...error, field: pathOf(context, record.id, error.field) });
  const errors = [
    ...violations
      .filter((violation) => !isKept(entity, record, violation) && (violation.kind !== "required" || !isForgotten(context, entity, record, violation.field)))
      .map((violation) => violationError(context.product, violation)),
    ...(await checkListLength(context, entity.fields, values)),
    ...unknownRoles(context, entity, after),
  ].map(at);
  const roles = (await checkReferenceRoles(context, entity, record)).map(at);
  // One mistake, one error: what is reported as invalid isn't reported as missing as well, nor a person twice.
  return [
    ...errors.filter(({ code, field }) => code !== "required" || !context.errors.some((e) => e.field === field || e.field?.startsWith(`${field}/`))),
    ...roles.filter(({ field }) => !context.errors.some((e) => e.field === field)),
  ];
}

/** Sends the queries that don't depend on the record's values, while the record is being read. */
export async function checkAhead(context: ChangeContext, record: ChangedRecord): Promise<void> {
  const entity = entityOf(context.product, record.entity);
  if (entity) await evaluateStored(context, record, constraintsAhead(context, entity));
}

/** In memory where the record holds all that a constraint reads; else in one query with those that are always sent, so that it is the one that was sent ahead. */
async function evaluate(context: ChangeContext, record: ChangedRecord, due: readonly Constraint[]): Promise<Readonly<Record<string, unknown>>> {
  const entity = entityOf(context.product, record.entity)!;
  const ahead = constraintsAhead(context, entity);
  const others = due.filter((c) => !ahead.includes(c) && !holdsInMemory(context, record, c));
  return {
    ...(due.some((c) => ahead.includes(c)) ? await evaluateStored(context, record, ahead) : {}),
    ...(await evaluateStored(context, record, others)),
  };
}

async function evaluateStored(context: ChangeContext, record: ChangedRecord, constraints: readonly Constraint[]): Promise<Record<string, unknown>> {
  if (constraints.length === 0) return {};
  const query = valuesQuery(context.product, record.entity, record.id, constraintExpressions(constraints), variablesOf(context, record));
  return ((await context.connection.row(query))?.["values"] ?? {}) as Record<string, unknown>;
}

const constraintsAhead = (context: ChangeContext, entity: Entity): readonly Constraint[] =>
  recordConstraints(entity).filter((c) => (c.kind === "required" || isList(c.field)) && !isCounted(c) && !canEvaluateInMemory(context.product, entity.name, c.expression));

function holdsInMemory(context: ChangeContext, record: ChangedRecord, { kind, expression }: Constraint): boolean {
  const value = record.after && evaluateInMemory(context.product, record.entity, expression, record.after);
  return value !== undefined && (kind === "required" ? value !== true : value !== false);
}

/** A value that was forgotten, now or in an earlier change, may be missing. */
const wasForgotten = (context: ChangeContext, { entity, id, kind, before }: ChangedRecord, field: Field): boolean =>
  context.forgotten.get(id)?.has(field.key) === true ||
  (kind === "changed" && before !== null && (before[field.key] ?? null) === null && isForgettable(context.product, entity, field));

const isRoles = (entity: Entity, field: Field): boolean => entity.builtIn && field.name === "roles";

/** A person's roles that point 6 doesn't have, where it is shown: an effect or an initial record may give any text. A person without a role is valid: the Owner is one. */
function unknownRoles({ product }: ChangeContext, entity: Entity, after: Readonly<Record<string, unknown>>): FieldError[] {
  const field = entity.builtIn ? fieldOf(entity, "roles") : undefined;
  const roles = field && after[field.key];
  if (!field || !product.permissions.written || !Array.isArray(roles)) return [];
  const unknown = roles.map(String).filter((name) => !product.permissions.roles.some((role) => role.name === name));
  return unknown.length === 0
    ? []
    : [problem("invalid-value", say("there-is-no-role-unknown", { unknown: unknown.join(", ") }), { field: field.key, ...sourceLocation(product, field.source) })];
}

/** The required secrets that have a value: a record that is read doesn't hold them, so the table is asked. */
async function storedSecrets(context: ChangeContext, entity: Entity, id: string): Promise<ReadonlySet<Field>> {
  const found = new Set<Field>();
  for (const field of entity.fields.filter((f) => f.secret && f.required === true && isStored(f) && !isGenerated(f.type)))
    if ((await context.connection.row(presentQuery(entity, field, id)))?.["holds"] === true) found.add(field);
  return found;
}

const cache = new WeakMap<Entity, readonly Constraint[]>();

function recordConstraints(entity: Entity): readonly Constraint[] {
  let constraints = cache.get(entity);
  if (!constraints) cache.set(entity, (constraints = entity.fields.flatMap((f) => constraintsOf(f, thisRecord(entity)))));
  return constraints;
}
