/**
 * Advisory locks that queue transactions which contend for one rule. They only reduce retries; correctness comes from
 * serializable transactions.
 *
 * Take them before `begin`: a snapshot older than the lock would be outdated.
 */
import { type Expression, fold } from "@nonet/feel";
import { comparedFields, type Entity, machineOf, type Product, type Rule, type Statement, type Transition } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { entityNamed } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import type { Query } from "../sql/query.ts";
import { hash } from "../sql/sql-text.ts";
import { isIndistinguishable } from "./indistinguishable-values.ts";

/** A changed field; where known, its possible former and new values. */
export interface FieldChange {
  readonly field: string;
  readonly steps?: readonly (readonly [from: string, to: string])[];
}

/** The fields of its record that an action changes; null where its effects may change anything. */
export function fieldChangesOf(product: Product, entity: string, action: string): readonly FieldChange[] | null {
  const machine = product.machines.find((m) => m.entity === entity && m.actions.some((a) => a.name === action)) ?? machineOf(product, entity);
  const rows = machine?.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action) ?? [];
  if (!machine || rows.length === 0 || !rows.every(onlySendsOrStops)) return null;
  const inputs = machine.actions.find((a) => a.name === action)?.asks.filter((a) => a.own) ?? [];
  const numbered = entityNamed(product, entity).fields.filter((f) => f.type.kind === "sequence" && f.type.takenOn === action);
  return [{ field: machine.field, steps: rows.map((t) => [t.from!, t.to!] as const) }, ...[...inputs.map((a) => a.field), ...numbered].map((f) => ({ field: f.name }))];
}

/** Whether its effects only send or stop. */
const onlySendsOrStops = (row: Transition): boolean => row.from !== null && row.to !== null && row.then.every((s: Statement) => s.kind === "send" || s.kind === "stop");

/** The advisory lock keys for writing this record, sorted. */
export function locksFor(
  product: Product,
  entityName: string,
  kind: "create" | "change",
  values: Readonly<Record<string, unknown>>,
  changes: readonly FieldChange[] | null = null,
): readonly string[] {
  const entity = entityNamed(product, entityName);
  const text = (name: string): string => {
    const column = columnsOf(product, entity).find((c) => fold(c.name) === fold(name));
    const value = values[column?.key ?? name] ?? values[name];
    return JSON.stringify(value !== null && typeof value === "object" && "id" in value ? (value as { id: unknown }).id : (value ?? null));
  };
  const names: string[] = [];
  if (kind === "create") for (const f of entity.fields) if (f.type.kind === "sequence" && f.type.gapless) names.push(`sequence ${entity.name}.${f.name}`);
  for (const rule of affectedRules(product, entity, changes)) for (const fields of agreeing(rule)) names.push(`${rule.name} ${fields.map(text).join(" ")}`);
  return [...new Set(names.map(lockKey))].sort();
}

/** The fields whose values determine the locks for a change of a stored record. */
export const lockedFields = (product: Product, entityName: string, changes: readonly FieldChange[] | null): readonly string[] => [
  ...new Set(affectedRules(product, entityNamed(product, entityName), changes).flatMap((r) => agreeing(r).flat())),
];

/** The rules that a change of these fields (null: of any) may affect. Automatic consequences may affect others, which are checked without a lock. */
const affectedRules = (product: Product, entity: Entity, changes: readonly FieldChange[] | null): readonly Rule[] =>
  product.rules.filter((rule) => rule.entity === entity.name && (changes === null || changes.some((c) => dependsOn(product, rule, entity, c))));

const dependsOn = (product: Product, rule: Rule, entity: Entity, { field, steps }: FieldChange): boolean =>
  rule.reads.some((read) => fold(read) === fold(`${entity.name}.${field}`) && !steps?.every(([from, to]) => isIndistinguishable(product, rule, read, from, to)));

const known = new WeakMap<Rule, readonly (readonly string[])[]>();

/** For each list of the same entity in the rule: the fields in which its elements must agree with `this` (`borrower = this.borrower`). */
function agreeing(rule: Rule): readonly (readonly string[])[] {
  let fields = known.get(rule);
  if (!fields) known.set(rule, (fields = findAgreeing(rule)));
  return fields;
}

function findAgreeing({ holds, entity }: Rule): readonly (readonly string[])[] {
  if (holds.kind !== "expression") return [comparedFields(holds)];
  return descend(holds.expression)
    .filter((e): e is Expression & { kind: "filter" } => e.kind === "filter" && e.of.kind === "global" && fold(e.of.name) === fold(entity))
    .map((filter) =>
      descend(filter.condition).flatMap((e) => {
        if (e.kind !== "binary" || e.operator !== "=" || e.left.kind !== "path" || e.right.kind !== "path" || e.left.field !== e.right.field) return [];
        const owners = [e.left.of, e.right.of].map((o) => (o.kind === "variable" ? o.name : ""));
        return owners.includes("this") && owners.includes(filter.item) ? [e.left.field] : [];
      }),
    );
}

/** The advisory lock key for a name. */
export const lockKey = (name: string): string => BigInt.asIntN(64, BigInt(`0x${hash(name)}`)).toString();

export const lock = (keys: readonly string[]): Query => ({
  name: "nonet_take_locks",
  text: "select pg_advisory_lock(k) from (select k from unnest($1::bigint[]) k order by k) x",
  values: [keys],
});
export const unlock = (keys: readonly string[]): Query => ({ name: "nonet_give_locks", text: "select pg_advisory_unlock(k) from unnest($1::bigint[]) k", values: [keys] });

/** The end of a transaction and the release of its locks, in one message. */
export const commitAndUnlock = (end: Query, keys: readonly string[]): Query =>
  keys.length === 0 ? end : { text: `${end.text}; select pg_advisory_unlock(k) from unnest('{${keys.map(BigInt).join(",")}}'::bigint[]) k`, values: [] };
