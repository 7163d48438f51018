/** The names under which records are shown, for upgrade plans; read without permissions. */
import { valuesQuery } from "@nonet/database";
import { entityOf, type Product } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";

export async function recordTitles(connection: Connection, product: Product, entityName: string, ids: readonly string[]): Promise<string[]> {
  const entity = entityOf(product, entityName);
  const texts: string[] = [];
  for (const id of ids) {
    const row = entity && (await connection.row(valuesQuery(product, entity.name, id, [{ name: "shown", expression: entity.shownAs }])));
    const shown = (row?.["values"] as Record<string, unknown> | undefined)?.["shown"];
    texts.push(shown === null || shown === undefined || shown === "" ? id : String(shown));
  }
  return texts;
}
