/** Sends writes without waiting for them: statements behind them see their effect, and the commit fails where one of them did. */
import { insertQueries, predictRecord, predictTogether, type Query, updateQueries, wholeRecordQuery } from "@nonet/database";
import type { Entity } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { ChangeContext } from "./change-context.ts";
import { createdRecord, NotAtHand } from "./local-run.ts";

export async function sendAll(context: ChangeContext, queries: readonly Query[]): Promise<void> {
  for (const query of queries) await context.connection.later(query);
}

/** Inserts a row; values by field name. */
export async function insertRow(
  context: ChangeContext,
  entity: Entity,
  row: { readonly id: string; readonly by: string | null; readonly values: Readonly<Record<string, unknown>> },
): Promise<void> {
  if (!context.local) return sendAll(context, insertQueries(context.product, entity.name, row));
  const record = createdRecord(context.product, entity, row);
  context.local.writes.push({ kind: "create", entity: entity.name, id: row.id, values: row.values });
  context.connection.remember(wholeRecordQuery(context.product, entity.name, [row.id]), [{ record }]);
}

/** Updates fields, given by name; the resulting record is cached where it can be predicted, so that it needn't be read back. */
export async function writeFields(context: ChangeContext, entity: string, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const query = wholeRecordQuery(context.product, entity, [id]);
  const before = (await context.connection.recall(query))?.[0]?.["record"] as Row | undefined;
  if (context.local) return noteUpdate(context, entity, id, values, before);
  const queries = updateQueries(context.product, entity, id, values);
  await sendAll(context, queries);
  const after = before && context.at !== null && queries.length === 1 ? predictRecord(context.product, entity, before, values, context.at) : null;
  if (after) context.connection.remember(query, [{ record: after }]);
}

function noteUpdate(context: ChangeContext, entity: string, id: string, values: Readonly<Record<string, unknown>>, before: Row | undefined): void {
  const predict = context.local!.isReadBack ? predictTogether : predictRecord;
  const after = before && context.at !== null ? predict(context.product, entity, before, values, context.at) : null;
  if (!after || context.local!.writes.length > 0) throw new NotAtHand("the record after the update");
  context.local!.writes.push({ kind: "update", entity, id, values });
  context.connection.remember(wholeRecordQuery(context.product, entity, [id]), [{ record: after }]);
}
