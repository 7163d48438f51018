/** Whether the actor may read a field of a record, by its JSON key: a refusal discloses no more than that. */
import { recordQuery } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import type { ChangeContext } from "./change-context.ts";

export async function mayReadField(context: ChangeContext, entity: string, id: string, key: string): Promise<boolean> {
  const row = await context.connection.row(recordQuery(context.product, context.reader, entity, id, [key]));
  return row !== undefined && key in (row["record"] as Row);
}
