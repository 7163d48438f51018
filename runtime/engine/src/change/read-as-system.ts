import { wholeRecordQuery } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Row } from "../connection/contract.ts";

/** The record with the system's sight; null where it isn't there. */
export async function readAsSystem(context: { readonly connection: Connection; readonly product: Product }, entity: string, id: string): Promise<Row | null> {
  const row = await context.connection.row(wholeRecordQuery(context.product, entity, [id]));
  return (row?.["record"] as Row | undefined) ?? null;
}
