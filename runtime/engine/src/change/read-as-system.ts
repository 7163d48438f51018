/** Reads a whole record with nothing hidden: for the engine's own checks, never for an answer. */
import { wholeRecordQuery } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Row } from "../connection/contract.ts";

/** Null where the record doesn't exist. */
export async function readAsSystem(context: { readonly connection: Connection; readonly product: Product }, entity: string, id: string): Promise<Row | null> {
  const row = await context.connection.row(wholeRecordQuery(context.product, entity, [id]));
  return (row?.["record"] as Row | undefined) ?? null;
}
