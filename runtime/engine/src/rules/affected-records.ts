import { affected, affectedQuery } from "@nonet/database";
import { entityOf, type Product, type Rule } from "@nonet/model";
import type { ChangedRecord, ChangeContext } from "../change/change-context.ts";
import { writtenOf } from "../change/resulting-records.ts";
import { isSame } from "../change/same-value.ts";

/** The records of the rule's entity for which something that it reads has changed. */
export async function reached(work: ChangeContext, rule: Rule): Promise<readonly string[]> {
  const changed = [...work.touched.values()].filter((t) => t.kind !== "changed" || reads(work, rule, t));
  if (changed.length === 0) return [];
  const own = changed.filter((t) => t.entity === rule.entity && t.kind !== "deleted").map((t) => t.id);
  const written = changed.map(writtenOf);
  const others = affected(work.product, rule, written);
  if (!others.all && !others.query) return own;
  const rows = await work.connection.rows(others.query ?? affectedQuery(work.product, rule, written));
  return [...new Set([...own, ...rows.map((r) => r["id"] as string)])];
}

const reads = (work: ChangeContext, rule: Rule, touched: ChangedRecord): boolean =>
  keysRead(work.product, rule)
    .get(touched.entity)
    ?.some((key) => !isSame(touched.before?.[key] ?? null, touched.after?.[key] ?? null)) ?? false;

const known = new WeakMap<Rule, ReadonlyMap<string, readonly string[]>>();

/** By entity, the keys of what a rule reads of its records. */
function keysRead(product: Product, rule: Rule): ReadonlyMap<string, readonly string[]> {
  let keys = known.get(rule);
  if (!keys) known.set(rule, (keys = findKeys(product, rule)));
  return keys;
}

function findKeys(product: Product, rule: Rule): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const read of rule.reads) {
    const [of = "", ...rest] = read.split(".");
    const name = rest.join(".");
    const key = entityOf(product, of)?.fields.find((f) => f.name === name)?.key ?? name;
    keys.set(of, [...(keys.get(of) ?? []), key]);
  }
  return keys;
}
