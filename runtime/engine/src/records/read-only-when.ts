/** `read-only when C`: people, not effects, can't change a field while its condition holds. */
import { guardQuery } from "@nonet/database";
import { type Condition, conditionallyChangeable, type Entity, type Field, sourceLocation } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import { fieldLabel } from "../input/field-label.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { sourceText } from "../refusals/source-location.ts";
import { grantedFields } from "./write-permission.ts";
import { say } from "@nonet/texts";

export async function refuseReadOnlyWhen(context: ChangeContext, entity: Entity, fields: Iterable<Field>, record: ChangedRecord): Promise<void> {
  for (const field of fields) {
    if (typeof field.readOnly !== "object" || !(await holds(context, entity, record.id, field.readOnly, record))) continue;
    const detail = say("field-cant-be-changed-when-source", { field: fieldLabel(field), source: sourceText(context.product, field.readOnly.source) });
    stopChange(context, refuse("conflict", problem("read-only", detail, { field: field.key, ...sourceLocation(context.product, field.source) })));
  }
}

/** Stops where the conditions of all fields that the actor may change hold. */
export async function refuseUnchangeable(context: ChangeContext, entity: Entity, id: string): Promise<void> {
  if (entity.fields.every(({ readOnly }) => typeof readOnly !== "object")) return;
  const granted = new Set(await grantedFields(context, entity, id, "update"));
  const fields = conditionallyChangeable(context.product, entity, ({ name }) => granted.has(name));
  if (!fields) return;
  for (const { readOnlyWhen } of fields) if (!(await holds(context, entity, id, readOnlyWhen, undefined))) return;
  const sources = [...new Set(fields.map(({ readOnlyWhen }) => sourceText(context.product, readOnlyWhen.source)))];
  const [source, ...others] = sources;
  const detail = say(others.length > 0 ? "every-field-of-this-entity-is-read-only" : "this-entity-cant-be-changed-when-source", { entity: entity.name, source: source! });
  stopChange(context, refuse("conflict", problem("read-only", detail, sourceLocation(context.product, fields[0]!.field.source))));
}

async function holds(context: ChangeContext, entity: Entity, id: string, { expression }: Condition, record: ChangedRecord | undefined): Promise<boolean> {
  const row = await context.connection.row(guardQuery(context.product, entity.name, id, expression, variablesOf(context, record)));
  return row?.["holds"] === true;
}
