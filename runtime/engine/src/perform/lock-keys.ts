import { type FieldChange, fieldChangesOf, lockedFields, lockKey, locksFor, recordQuery } from "@nonet/database";
import { entityOf, type Product } from "@nonet/model";
import type { Database, Row } from "../connection/contract.ts";
import type { Change } from "../contract/outcome.ts";
import { isDecided } from "../input/machines.ts";

/** The advisory locks that put contenders for one rule in a row. */
export async function lockKeys(database: Database, product: Product, change: Change): Promise<readonly string[]> {
  const values = change.kind === "create" || change.kind === "update" ? byName(product, change.entity, change.values) : {};
  if (change.kind === "create") return locksFor(product, change.entity, "create", values);
  // Votes and changes of one record come one after the other.
  const decided = isDecided({ product }) ? [lockKey(`record ${change.id}`)] : [];
  const concerned = concernedBy(product, change, values);
  const fields = lockedFields(product, change.entity, concerned);
  // Nothing to contend for: nothing to read either.
  if (fields.length === 0 && decided.length === 0) return [];
  const keys = fields.map((n) => entityOf(product, change.entity)?.fields.find((f) => f.name === n)?.key ?? n);
  const row = await database.row(recordQuery(product, { kind: "system" }, change.entity, change.id, keys)).catch(() => undefined);
  if (!row?.["record"]) return [];
  const stored = byName(product, change.entity, row["record"] as Row);
  const keysOf = (record: Readonly<Record<string, unknown>>): readonly string[] => locksFor(product, change.entity, "change", record, concerned);
  return [...new Set([...decided, ...keysOf(stored), ...keysOf({ ...stored, ...values })])].sort();
}

/** What of the record the change touches by itself; null: perhaps anything. */
function concernedBy(product: Product, change: Change, values: Readonly<Record<string, unknown>>): readonly FieldChange[] | null {
  if (change.kind === "update") return Object.keys(values).map((field) => ({ field }));
  return change.kind === "action" ? fieldChangesOf(product, change.entity, change.action) : null;
}

function byName(product: Product, entity: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = entityOf(product, entity)?.fields ?? [];
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [fields.find((f) => f.key === key)?.name ?? key, value]));
}
