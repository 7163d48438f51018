import { affected, affectedQuery } from "@nonet/database";
import { entityOf, type Product, type Rule } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { changeOf } from "../change/resulting-records.ts";
import { isSame } from "../change/same-value.ts";

/** The records of the rule's entity for which something that it reads has changed. */
export async function reached(context: ChangeContext, rule: Rule): Promise<readonly string[]> {
  const changed = [...context.changed.values()].filter((t) => t.kind !== "changed" || reads(context, rule, t));
  if (changed.length === 0) return [];
  const own = changed.filter((t) => t.entity === rule.entity && t.kind !== "deleted").map((t) => t.id);
  const written = changed.map(changeOf);
  const others = affected(context.product, rule, written);
  if (!others.all && !others.query) return own;
  const rows = await context.connection.rows(others.query ?? affectedQuery(context.product, rule, written));
  return [...new Set([...own, ...rows.map((r) => r["id"] as string)])];
}

const reads = (context: ChangeContext, rule: Rule, touched: ChangedRecord): boolean =>
  keysRead(context.product, rule)
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
