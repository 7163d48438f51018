/** Writes one record, whether it is sent by itself or as a part of its owner: the same checks in the same order. */
import type { Entity, Field } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import type { CreationChoice } from "../actions/creation-row.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { report, stopChange } from "../change/report.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { writeFields } from "../change/write-fields.ts";
import type { FieldError } from "../contract/outcome.ts";
import { createByRow } from "../effects/create-by-row.ts";
import { withRequiredDefaults } from "../input/changed-values.ts";
import { byName, type FieldValues } from "../input/field-values.ts";
import type { OwnerRef } from "../input/parts.ts";
import { insertRecord } from "../records/insert-record.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { refuseReadOnlyWhen } from "../records/read-only-when.ts";
import { isCoveredByOwner, reportUnwritable, requireFieldPermission, requirePermission, type WriteTarget } from "../records/write-permission.ts";
import { refuse } from "../refusals/refusal.ts";

interface OneRecord {
  readonly values: FieldValues;
  /** Fields that are set besides `values`, for the permission to set them: lists of parts, the owner. */
  readonly alsoSet: readonly Field[];
  /** Why the actor can't change it, determined before anything of the change was written: what locks a record by this very change doesn't forbid it. */
  readonly locked: FieldError | null;
  readonly saveParts: (record: ChangedRecord) => Promise<unknown>;
}

export interface NewOne extends OneRecord {
  readonly entity: Entity;
  readonly creation: CreationChoice;
  /** The owner of a part. */
  readonly owner: OwnerRef | null;
  readonly withOwner: boolean;
}

/** Returns null where fields were sent that can't be written: they are reported, and nothing is inserted. */
export async function createOne(context: ChangeContext, one: NewOne): Promise<ChangedRecord | null> {
  const { entity, creation, owner, withOwner, alsoSet, locked } = one;
  const values = withRequiredDefaults(one.values);
  if (reportUnwritable(context, entity, values, null)) return null;
  const record = await insertRecord(context, entity, { values, owner, state: creation.rows[0]?.to ?? undefined, by: "actor" });
  if (context.path !== "") context.paths.set(record.id, context.path);
  if (creation.action) await parseActionInput(context, { action: creation.action, record, sent: creation.input, by: "actor" });
  // Its parts come first: a permission may depend on them.
  await one.saveParts(record);
  const target = { entity, id: record.id, withOwner };
  await requirePermission(context, target, "create");
  await requireFieldPermission(context, target, [...values.keys(), ...alsoSet], "create");
  if (locked) stopChange(context, refuse("conflict", locked));
  if (creation.rows.length > 0) await createByRow(context, { entity, record, rows: creation.rows, origin: "person", withOwner: isCoveredByOwner(context, target) });
  return record;
}

export interface ChangedOne extends OneRecord {
  readonly target: WriteTarget;
}

/** `values` are those that differ from the record's. Returns null where some of them can't be written: they are reported, and nothing is. */
export async function updateOne(context: ChangeContext, one: ChangedOne): Promise<ChangedRecord | null> {
  const { target, values, alsoSet, locked } = one;
  const { entity, id } = target;
  const record = await lockForWrite(context, entity.name, id, "update");
  await requirePermission(context, target, "update");
  if (locked) stopChange(context, refuse("conflict", locked));
  if (reportUnwritable(context, entity, values, record)) return null;
  await refuseReadOnlyWhen(context, entity, values.keys(), record);
  await requireFieldPermission(context, target, [...values.keys(), ...alsoSet], "update");
  const resolved = await resolveReferences(context, values, "actor");
  report(context, resolved.errors);
  noteSecrets(record, resolved.values);
  // One statement, not waited for; the record after it is predicted where it can be.
  if (values.size > 0) await writeFields(context, entity.name, id, byName(resolved.values));
  await one.saveParts(record);
  return record;
}
