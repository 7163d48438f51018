/** Creates or updates a record with its parts, as a person has sent it. */
import { mayEver, updateQueries } from "@nonet/database";
import { type Entity, entityOf, type Field } from "@nonet/model";
import { chooseCreation } from "../actions/creation-row.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { report, reportedErrors, stopChange } from "../change/report.ts";
import { sendAll } from "../change/write-fields.ts";
import type { Values } from "../contract/actor.ts";
import { changedValues } from "../input/changed-values.ts";
import type { FieldValues } from "../input/field-values.ts";
import { inputRefusal } from "../input/input-errors.ts";
import { type Parsed, parseValues } from "../input/parse-values.ts";
import { countParts, maxParts, type OwnerRef, ownerField, type PartList, partLists } from "../input/parts.ts";
import { lockOfOwner, lockOn } from "../records/locked-while.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { refuseWrite } from "../records/write-permission.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { saveParts } from "./save-parts.ts";
import { createOne, updateOne } from "./write-one.ts";
import { say } from "@nonet/texts";
import { currentLanguage } from "@nonet/texts";

/** Returns the new record's id. `actionName`: the action by which it is created, where the person names one. */
export async function createRecord(context: ChangeContext, entity: Entity, sent: Values, actionName: string | null): Promise<string> {
  if (context.actor.kind !== "system" && !mayEver(context.product, context.reader, entity.name, "create")) refuseWrite(context, entity, "create");
  const creation = chooseCreation(context, entity.name, sent, actionName);
  const parsed = parseRecord(context, entity, creation.own, entity);
  const { owner, values } = await takeOwner(context, entity, parsed.values);
  const record = await createOne(context, {
    entity,
    creation,
    values,
    owner,
    withOwner: false,
    alsoSet: [...listFields(context, entity, parsed), ...[...parsed.values.keys()].filter((field) => !values.has(field))],
    // Its owner may be locked by this very creation, so that is checked before it.
    locked: owner ? await lockOfOwner(context, entity, owner.id) : null,
    saveParts: ({ id }) => saveParts(context, { entity, id, sent: parsed.parts, before: null, locked: null }),
  });
  if (!record) return stopChange(context, refuse("invalid", ...reportedErrors(context)));
  return record.id;
}

export async function updateRecord(context: ChangeContext, entity: Entity, record: ChangedRecord, sent: Values): Promise<void> {
  const { id, before } = record;
  if ("state" in sent) stopChange(context, refuse("conflict", problem("state-by-action", say("a-state-changes-by-actions-run-one"), { field: "state" })));
  const parsed = parseRecord(context, entity, sent, null);
  const values = changedValues(before, parsed.values);
  let hasParts = false;
  const updated = await updateOne(context, {
    target: { entity, id, withOwner: false },
    values,
    alsoSet: listFields(context, entity, parsed),
    locked: await lockOn(context, entity, id, record),
    saveParts: async () => (hasParts = await saveParts(context, { entity, id, sent: parsed.parts, before, locked: null })),
  });
  if (!updated) stopChange(context, refuse("invalid", ...reportedErrors(context)));
  // A new version even where only parts have changed: whoever has read the record before hasn't seen them.
  if (hasParts && values.size === 0) await sendAll(context, updateQueries(context.product, entity.name, id, {}));
}

/** Refused where the input is invalid. */
function parseRecord(context: ChangeContext, entity: Entity, sent: Values, created: Entity | null): Parsed {
  const lists = partLists(entity, context.product.entities).map((list) => list.key);
  if (countParts(entity, sent, context.product.entities) > maxParts) {
    const longest = lists.filter((key) => Array.isArray(sent[key])).sort((a, b) => (sent[b] as unknown[]).length - (sent[a] as unknown[]).length)[0];
    stopChange(
      context,
      refuse("invalid", problem("invalid-value", say("a-record-can-be-sent-with-at", { maxParts: maxParts.toLocaleString(currentLanguage()) }), { field: longest ?? null })),
    );
  }
  const parsed = parseValues(entity.name, entity.fields, sent, lists);
  const refused = inputRefusal(context.product, entity.fields, parsed, created);
  return refused ? stopChange(context, refused) : parsed;
}

/** The owner of a part that is created by itself, looked up first, because its lock is checked before the part exists. */
async function takeOwner(context: ChangeContext, entity: Entity, parsed: FieldValues): Promise<{ readonly owner: OwnerRef | null; readonly values: FieldValues }> {
  if (!entity.partOf) return { owner: null, values: parsed };
  const field = ownerField(entity);
  const { values: found, errors } = await resolveReferences(context, new Map([[field, parsed.get(field) ?? null]]), "actor");
  report(context, errors);
  const id = found.get(field);
  const values = new Map([...parsed].filter(([other]) => other !== field));
  return { owner: typeof id === "string" ? { owner: entityOf(context.product, entity.partOf.entity)!, id } : null, values };
}

const listFields = (context: ChangeContext, entity: Entity, { parts }: Parsed): readonly Field[] =>
  partLists(entity, context.product.entities).flatMap(({ key, field }: PartList) => (key in parts && field ? [field] : []));
