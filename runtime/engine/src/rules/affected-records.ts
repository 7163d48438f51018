/** The records of a rule's entity for which something that the rule reads has changed. */
import { affected, affectedQuery } from "@nonet/database";
import { entityOf, keyOf, type Product, type Rule } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { changeOf } from "../change/resulting-records.ts";
import { isSame } from "../change/same-value.ts";

export async function affectedRecords(context: ChangeContext, rule: Rule): Promise<readonly string[]> {
  const changed = [...context.changed.values()].filter((record) => record.kind !== "changed" || isReadBy(context, rule, record));
  if (changed.length === 0) return [];
  const own = changed.filter((record) => record.entity === rule.entity && record.kind !== "deleted").map((record) => record.id);
  const changes = changed.map(changeOf);
  const others = affected(context.product, rule, changes);
  if (!others.all && !others.query) return own;
  const rows = await context.connection.rows(others.query ?? affectedQuery(context.product, rule, changes));
  return [...new Set([...own, ...rows.map((row) => row["id"] as string)])];
}

const isReadBy = (context: ChangeContext, rule: Rule, record: ChangedRecord): boolean =>
  keysRead(context.product, rule)
    .get(record.entity)
    ?.some((key) => !isSame(record.before?.[key] ?? null, record.after?.[key] ?? null)) ?? false;

const cache = new WeakMap<Rule, ReadonlyMap<string, readonly string[]>>();

/** By entity, the JSON keys that a rule reads of its records. */
function keysRead(product: Product, rule: Rule): ReadonlyMap<string, readonly string[]> {
  let keys = cache.get(rule);
  if (!keys) cache.set(rule, (keys = findKeys(product, rule)));
  return keys;
}

function findKeys(product: Product, rule: Rule): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const read of rule.reads) {
    const [of = "", ...rest] = read.split(".");
    keys.set(of, [...(keys.get(of) ?? []), keyOf(entityOf(product, of), rest.join("."))]);
  }
  return keys;
}
