/** Whether a person, by id, is active and may read a record: asked for whoever is mentioned, not for the actor. */
import { recordQuery, system } from "@nonet/database";
import { entityOf, isId } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import { personOfRow } from "../change/person-of-row.ts";
import type { Connection } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { RecordKey } from "../contract/comments.ts";

export async function personMayRead({ product }: Pick<Running, "product">, connection: Pick<Connection, "row">, person: string, { entity, id }: RecordKey): Promise<boolean> {
  if (!isId(person) || !entityOf(product, entity)?.comments) return false;
  const row = await connection.row(system.personById(person));
  if (!row || row["active"] === false) return false;
  return (await connection.row(recordQuery(product, readerOf(personOfRow(row)), entity, id, ["id"]))) !== undefined;
}
