/** Inserts a record: what was given, defaults, numbers of sequences, random values and the initial states. */
import type { Entity, Field } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { noteCreated } from "../change/lock-record.ts";
import { report } from "../change/report.ts";
import { newId } from "../change/retry-state.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { insertRow } from "../change/write-fields.ts";
import { inParallel } from "../connection/pipeline.ts";
import { byName, type FieldValues } from "../input/field-values.ts";
import { type OwnerRef, ownerField, ownerOf } from "../input/parts.ts";
import { storable } from "../input/rich-text.ts";
import { addOwnDefaults, defaultsOf } from "./default-values.ts";
import { chooseInitialStates, initialStates } from "./initial-state.ts";
import { makeUnique } from "./made-unique.ts";
import { randomValues } from "./random-values.ts";
import { resolveReferences } from "./resolve-references.ts";
import { assignNumbers, initialNumbers } from "./sequence-numbers.ts";

export interface NewRecord {
  /** References may be by a unique field. */
  readonly values: FieldValues;
  /** The owner of a part, where it is known already. */
  readonly owner?: OwnerRef | null;
  /** What the history calls it. */
  readonly action?: string;
  /** The state to begin in, where it isn't for `Starts as` to say. */
  readonly state?: string | undefined;
  /** Whether the actor has sent the values, or an effect or the document gives them. */
  readonly by?: "actor" | null;
}

export async function insertRecord(context: ChangeContext, entity: Entity, { values, owner = null, action = "create", state, by = null }: NewRecord): Promise<ChangedRecord> {
  const id = newId(context.retry);
  const given: ReadonlyMap<Field, unknown> = owner ? new Map([...values, [ownerField(entity), owner.id]]) : values;
  // None of these depends on another, so they are sent together.
  const [defaults, resolved, numbers] = await inParallel([defaultsOf(context, entity, given), resolveReferences(context, values, by), initialNumbers(context, entity)]);
  report(context, resolved.errors);
  const row: Record<string, unknown> = { ...defaults, ...byName(given), ...byName(resolved.values) };
  await addOwnDefaults(context, entity, given, row);
  await makeUnique(context, entity, id, row);
  const states = initialStates(context, entity, byName(given), state);
  const { stored, plain } = await randomValues(context, entity);
  Object.assign(row, states, stored, numbers);
  // What was sent was sanitized when it was parsed; a default wasn't.
  for (const field of entity.fields) if (field.name in row && !given.has(field)) row[field.name] = storable(field, row[field.name]);
  const record = await noteCreated(context, entity.name, id, action, ownerIn(context, entity, row));
  noteSecrets(record, new Map(entity.fields.filter((f) => f.name in row).map((f) => [f, row[f.name]])));
  await insertRow(context, entity, { id, by: personOf(context.actor), values: row });
  if (Object.keys(plain).length > 0) context.plainSecrets.set(id, plain);
  await chooseInitialStates(context, entity, record, { given: byName(given), state, states });
  await assignNumbers(context, entity, id, null);
  await assignNumbers(context, entity, id, action);
  return record;
}

const ownerIn = (context: ChangeContext, entity: Entity, row: Readonly<Record<string, unknown>>): OwnerRef | null =>
  entity.partOf && ownerOf(context.product, entity.name, { [ownerField(entity).key]: { id: row[entity.partOf.field] } });
