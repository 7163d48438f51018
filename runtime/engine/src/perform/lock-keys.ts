/** The advisory locks of a change: they put changes that one rule compares with each other in a queue. */
import { type FieldChange, fieldChangesOf, lockedFields, lockKey, locksFor, recordQuery } from "@nonet/database";
import { entityOf, fieldByKey, keyOf, type Product } from "@nonet/model";
import type { Database, Row } from "../connection/contract.ts";
import type { Change } from "../contract/outcome.ts";
import { hasDecisions } from "../input/machines.ts";

export async function lockKeys(database: Database, product: Product, change: Change): Promise<readonly string[]> {
  const values = change.kind === "create" || change.kind === "update" ? byName(product, change.entity, change.values) : {};
  if (change.kind === "create") return locksFor(product, change.entity, "create", values);
  // Votes on and changes of one record run one after the other.
  const decided = hasDecisions({ product }) ? [lockKey(`record ${change.id}`)] : [];
  const concerned = concernedBy(product, change, values);
  const fields = lockedFields(product, change.entity, concerned);
  // Without a rule to contend for, nothing has to be read.
  if (fields.length === 0 && decided.length === 0) return [];
  const keys = fields.map((name) => keyOf(entityOf(product, change.entity), name));
  const row = await database.row(recordQuery(product, { kind: "system" }, change.entity, change.id, keys)).catch(() => undefined);
  if (!row?.["record"]) return [];
  const stored = byName(product, change.entity, row["record"] as Row);
  const keysOf = (record: Readonly<Record<string, unknown>>): readonly string[] => locksFor(product, change.entity, "change", record, concerned);
  return [...new Set([...decided, ...keysOf(stored), ...keysOf({ ...stored, ...values })])].sort();
}

/** What the change writes of the record itself; null: it may be anything. */
function concernedBy(product: Product, change: Change, values: Readonly<Record<string, unknown>>): readonly FieldChange[] | null {
  if (change.kind === "update") return Object.keys(values).map((field) => ({ field }));
  return change.kind === "action" ? fieldChangesOf(product, change.entity, change.action) : null;
}

function byName(product: Product, entity: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = entityOf(product, entity)?.fields ?? [];
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [fieldByKey(fields, key)?.name ?? key, value]));
}
