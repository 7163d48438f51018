import { type Action, actionOfTransition, type Creation, creationRowsFor, entityOf } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { insertRecord } from "../records/insert-record.ts";
import { createByRow } from "./create-by-row.ts";
import { valueFor, values } from "./statement-values.ts";

/** Makes a record; an entity with `(new)` rows comes into being only by one of them. */
export async function createByStatement(context: ChangeContext, place: StatementScope, { entity: name, values: fields, asked }: Creation): Promise<ChangedRecord> {
  const entity = entityOf(context.product, name);
  if (!entity) throw new Error("The checker lets only known entities through here.");
  const given: Record<string, unknown> = {};
  for (const { field, value } of fields) given[field] = await valueFor(context, place, entity.name, field, value);
  const entries = creationRowsFor(
    context.product,
    entity.name,
    asked.map((one) => one.field),
  );
  const asking = actionOfTransition(context.product, entity.name, entries[0]);
  const answers = await values(context, place, asked, asking);
  const created = await insertRecord(context, entity, given, "create", entries[0]?.to ?? undefined);
  if (asking) await parseActionInput(context, entity.name, asking, created, { ...ownOf(asking, given), ...answers }, false);
  if (entries.length > 0) await createByRow(context, entity, created, entries, "effect");
  return created;
}

/** A field of the record that is given at its making is also what the action asks for. */
const ownOf = (action: Action, given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(action.asks.flatMap(({ field, own }) => (own && field.name in given ? [[field.key, given[field.name]]] : [])));
