/** The statement `create`: inserts a record, by a `(new)` row where its entity has such rows. */
import { type Action, actionOfTransition, type Creation, creationRowsFor, entityOf } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { fieldValues } from "../input/field-values.ts";
import { insertRecord } from "../records/insert-record.ts";
import { createByRow } from "./create-by-row.ts";
import { inputFor, valueFor } from "./statement-values.ts";

export async function createByStatement(context: ChangeContext, scope: StatementScope, { entity: name, values, asked, action: only }: Creation): Promise<ChangedRecord> {
  const entity = entityOf(context.product, name);
  if (!entity) throw new Error("The checker lets only known entities through.");
  const given: Record<string, unknown> = {};
  for (const { field, value } of values) given[field] = await valueFor(context, scope, entity, field, value);
  const inputNames = asked.map((one) => one.field);
  const rows = creationRowsFor(context.product, entity.name, inputNames, only ?? null);
  const action = actionOfTransition(context.product, entity.name, rows[0]);
  const input = await inputFor(context, scope, asked, action);
  const record = await insertRecord(context, entity, { values: fieldValues(entity, given), state: rows[0]?.to ?? undefined });
  if (action) await parseActionInput(context, { action, record, sent: { ...ownInput(action, given), ...input }, by: null });
  if (rows.length > 0) await createByRow(context, { entity, record, rows, origin: "effect", withOwner: false });
  return record;
}

/** A field of the record that the statement gives is part of the action's input, where the action asks for it. */
const ownInput = (action: Action, given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(action.asks.flatMap(({ field, own }) => (own && field.name in given ? [[field.key, given[field.name]]] : [])));
