/** Judges loaded records by what compares them: bounds that are expressions, uniqueness, references, and the document's rules. What is refused is deleted. */
import { bulk, constraintMeaning, readsInput, uniqueSets, wholeRuleQuery } from "@nonet/database";
import { type Entity, type Product, type Rule } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import { recordConstraints } from "../maintenance/new-constraints.ts";
import type { Refusals } from "./refusals.ts";

/** Until nothing more is refused: what refers to a refused record goes, too, and a rule may have counted it. */
export async function judgeRecords(connection: Connection, product: Product, entities: readonly Entity[], refusals: Refusals): Promise<void> {
  const loaded = new Set(entities.map(({ name }) => name));
  for (const entity of entities) await deleteInvalid(connection, product, entity, refusals);
  for (const entity of entities) await deleteDuplicates(connection, product, entity, refusals);
  const rules = [
    ...product.rules.map((rule) => ({ rule, reason: reasonOf(product, rule) })),
    ...recordConstraints(product).map(({ rule }) => ({ rule, reason: `"${rule.field}" isn't what the document demands.` })),
  ];
  const due = rules.filter(({ rule }) => loaded.has(rule.entity) && !rule.warns && !readsInput(rule) && (rule.moment.kind === "always" || rule.moment.kind === "create"));
  for (let before = -1; before !== refusals.count;) {
    before = refusals.count;
    for (const entity of entities) await deleteDangling(connection, product, entity, refusals);
    for (const { rule, reason } of due)
      await deleteViolating(
        connection,
        product,
        entities.find(({ name }) => name === rule.entity)!,
        { rule, reason },
        refusals,
      );
  }
}

function reasonOf(product: Product, rule: Rule): string {
  const code = product.errors.find((error) => error.code === rule.code);
  return `It violates the rule "${rule.name}"${code ? ` (${rule.code})` : ""}.`;
}

async function deleteInvalid(connection: Connection, product: Product, entity: Entity, refusals: Refusals): Promise<void> {
  for (const { name, query } of bulk.deleteInvalid(product, entity)) {
    const fields = constraintMeaning(product, name)?.fields.join(" and ") ?? name;
    for (const row of await connection.rows(query)) refusals.add(entity.name, String(row["id"]), `"${fields}" has a value that isn't allowed.`);
  }
}

async function deleteDuplicates(connection: Connection, product: Product, entity: Entity, refusals: Refusals): Promise<void> {
  for (const fields of uniqueSets(entity)) {
    const query = bulk.deleteDuplicates(product, entity, fields);
    if (query)
      for (const row of await connection.rows(query)) refusals.add(entity.name, String(row["id"]), `Another ${entity.name} before it has the same ${fields.join(" and ")}.`);
  }
}

async function deleteDangling(connection: Connection, product: Product, entity: Entity, refusals: Refusals): Promise<void> {
  for (const field of entity.fields) {
    if (field.type.kind !== "reference" || field.computed !== null || !product.entities.some((one) => field.type.kind === "reference" && one.name === field.type.entity)) continue;
    for (const row of await connection.rows(bulk.deleteDangling(product, entity, field)))
      refusals.add(entity.name, String(row["id"]), `The record in "${field.name}" isn't there, or was refused.`);
  }
}

async function deleteViolating(
  connection: Connection,
  product: Product,
  entity: Entity,
  { rule, reason }: { readonly rule: Rule; readonly reason: string },
  refusals: Refusals,
): Promise<void> {
  const violating = (await connection.rows(wholeRuleQuery(product, rule))).map((row) => String(row["id"]));
  if (violating.length === 0) return;
  await connection.rows(bulk.deleteRecords(entity, violating));
  for (const id of violating) refusals.add(entity.name, id, reason);
}
