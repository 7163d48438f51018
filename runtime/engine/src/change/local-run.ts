/**
 * A run of a change on values that are at hand, before anything is sent: the same steps as in a transaction, but a question that
 * only the database can answer ends it (`NotAtHand`), and what it writes is noted. The change is then sent as one statement.
 */
import { isStored, type Entity, type Product } from "@nonet/model";
import { columnsOf, minorUnitsOf, type Query } from "@nonet/database";
import type { Row, Transaction } from "../connection/contract.ts";

export interface LocalRun {
  /** The records that the change refers to: it is right only if the query of each finds one. */
  readonly references: { readonly entity: string; readonly id: string; readonly query: Query }[];
  readonly writes: LocalWrite[];
  /** The statement that writes the record reads it back: it may be known less exactly before. */
  readonly isReadBack?: boolean;
}

export interface LocalWrite {
  readonly kind: "create" | "update";
  readonly entity: string;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export class NotAtHand extends Error {}

/** Knows only the given rows. */
export function connectionOver(known: readonly { readonly query: Query; readonly rows: readonly Row[] }[]): Transaction {
  const rows = (query: Query): Promise<readonly Row[]> => {
    const found = known.find((one) => one.query.text === query.text && JSON.stringify(one.query.values) === JSON.stringify(query.values));
    return found ? Promise.resolve(found.rows) : Promise.reject(new NotAtHand(query.text));
  };
  return {
    rows,
    row: async (query) => (await rows(query))[0],
    all: async (queries) => {
      for (const query of queries) await rows(query);
    },
    later: async (query) => void (await rows(query)),
  };
}

/** A record as it will be, as far as its own plain values go: what it refers to isn't named. */
export function createdRecord(
  product: Product,
  entity: Entity,
  { id, by, values }: { readonly id: string; readonly by: string | null; readonly values: LocalWrite["values"] },
): Row {
  const columns = columnsOf(product, entity);
  const record: Record<string, unknown> = { id, version: 1, createdAt: "", updatedAt: "", createdBy: by === null ? null : { id: by } };
  if (entity.deleting.allowed === "archives") record["archivedAt"] = null;
  for (const field of entity.fields) if (isStored(field)) record[field.key] = null;
  for (const [name, value] of Object.entries(values)) {
    const column = columns.find((c) => c.name === name);
    if (!column) throw new NotAtHand(name);
    record[column.key] = plainJson(column, value);
  }
  return record;
}

function plainJson({ field, states }: ReturnType<typeof columnsOf>[number], value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (states) return value;
  const type = field?.type;
  if (!type || field.secret) throw new NotAtHand("a value of another form");
  if (type.kind === "reference" && typeof value === "string") return { id: value };
  const digits = type.kind === "money" && type.currencyField === undefined ? minorUnitsOf(type.currency) : null;
  const isPlain =
    ["yes/no", "one of", "integer", "number", "percent", "date", "sequence", "formatted"].includes(type.kind) ||
    (type.kind === "text" && type.form !== "rich") ||
    // An amount that is rounded when it is stored isn't known yet.
    (digits !== null && new RegExp(`^-?\\d+(\\.\\d{0,${digits}}0*)?$`).test(String(value)));
  if (!isPlain || !["string", "number", "boolean"].includes(typeof value)) throw new NotAtHand("a value of another form");
  return value;
}
