/** Sends writes without waiting for them: statements behind them see their effect, and the commit fails where one of them did. */
import { predictRecord, type Query, updateQueries, wholeRecordQuery } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import type { ChangeContext } from "./change-context.ts";

export async function sendAll(context: ChangeContext, queries: readonly Query[]): Promise<void> {
  for (const query of queries) await context.connection.later(query);
}

/** Updates fields, given by name; the resulting record is cached where it can be predicted, so that it needn't be read back. */
export async function writeFields(context: ChangeContext, entity: string, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const query = wholeRecordQuery(context.product, entity, [id]);
  const before = (await context.connection.recall(query))?.[0]?.["record"] as Row | undefined;
  const queries = updateQueries(context.product, entity, id, values);
  await sendAll(context, queries);
  const after = before && context.at !== null && queries.length === 1 ? predictRecord(context.product, entity, before, values, context.at) : null;
  if (after) context.connection.remember(query, [{ record: after }]);
}
