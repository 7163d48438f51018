import { predictRecord, type Query, updateQueries, wholeRecordQuery } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import type { ChangeContext } from "./change-context.ts";

/** Writes without waiting: what comes behind sees it, and the commit answers for it. */
export async function sendAll(context: ChangeContext, queries: readonly Query[]): Promise<void> {
  for (const query of queries) await context.connection.later(query);
}

/** Writes fields without waiting. What the record is then isn't asked for where it is known. */
export async function writeFields(context: ChangeContext, entity: string, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const question = wholeRecordQuery(context.product, entity, [id]);
  const before = (await context.connection.recall(question))?.[0]?.["record"] as Row | undefined;
  const queries = updateQueries(context.product, entity, id, values);
  await sendAll(context, queries);
  const after = before && context.at !== null && queries.length === 1 ? predictRecord(context.product, entity, before, values, context.at) : null;
  if (after) context.connection.remember(question, [{ record: after }]);
}
