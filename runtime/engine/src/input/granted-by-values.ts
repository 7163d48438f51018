/** Whether point 6 grants an operation, decided over the record's own values where they are all that its conditions read. */
import { grantConditions, type GrantConditions, type Reader, wholeRecordQuery } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Row } from "../connection/contract.ts";
import { canEvaluateInMemory, evaluateInMemory } from "./evaluate-in-memory.ts";

interface Asking {
  readonly connection: Connection;
  readonly product: Product;
  readonly reader: Reader;
}
type Operation = Parameters<typeof grantConditions>[3];

/** Undefined where only the database can tell. */
export async function grantedByValues({ connection, product, reader }: Asking, entity: string, operation: Operation, id: string): Promise<boolean | undefined> {
  const conditions = conditionsInMemory(product, reader, entity, operation);
  const row = conditions && (await connection.row(wholeRecordQuery(product, entity, [id])));
  return row ? grantedByRecord(product, reader, entity, operation, row["record"] as Row) : undefined;
}

export function grantedByRecord(product: Product, reader: Reader, entity: string, operation: Operation, record: Row): boolean | undefined {
  const conditions = conditionsInMemory(product, reader, entity, operation);
  if (!conditions) return undefined;
  const me = reader.kind === "person" ? reader.id : null;
  const [grants, forbids] = [conditions.anyOf, conditions.never].map((all) => all.map((e) => evaluateInMemory(product, entity, e, record, me)));
  if ([...grants!, ...forbids!].includes(undefined)) return undefined;
  return (conditions.anyOf.length === 0 || grants!.includes(true)) && forbids!.every((forbidden) => forbidden === false);
}

/** Whether what grants the operation grants each of the entity's fields. */
export const grantsAllFields = (product: Product, reader: Reader, entity: string, operation: Operation): boolean =>
  conditionsInMemory(product, reader, entity, operation)?.allFields === true;

function conditionsInMemory(product: Product, reader: Reader, entity: string, operation: Operation): GrantConditions | null {
  const conditions = grantConditions(product, reader, entity, operation);
  return conditions && [...conditions.anyOf, ...conditions.never].every((e) => canEvaluateInMemory(product, entity, e)) ? conditions : null;
}
