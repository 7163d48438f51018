/** Inserts initial records in the transaction that creates their tables: both are committed, or neither. */
import { entityInPreviousVersion, valuesQuery } from "@nonet/database";
import { type Entity, entityOf, type Field, type FieldType, type Product, sourceLocation } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { report } from "../change/report.ts";
import type { Database, Transaction } from "../connection/contract.ts";
import { insideTransaction } from "../records/inside-transaction.ts";
import type { Outcome } from "../contract/outcome.ts";
import { fieldLabel } from "../input/field-label.ts";
import { type FieldValues, fieldValues } from "../input/field-values.ts";
import { parseValue } from "../input/parse-value.ts";
import { performSteps } from "../perform/perform.ts";
import { insertRecord } from "../records/insert-record.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";

/** Ends the transaction in which they would have been inserted. */
export class InitialRefused extends Error {
  readonly outcome: Outcome<never>;
  constructor(outcome: Outcome<never>) {
    super("initial records");
    this.outcome = outcome;
  }
}

/** Those of the entities that the previous version doesn't have, under any name. */
export async function beginRecords(connection: Transaction, database: Database, product: Product, former: Product | null): Promise<void> {
  const entities = product.entities.filter((e) => e.initialRecords.length > 0 && !(former && entityInPreviousVersion(former, e)));
  const made = entities.length === 0 ? done(null) : await addInitialRecords(insideTransaction(connection, database), product, entities);
  if (!made.ok) throw new InitialRefused(made);
}

/** Each initial record is a change by the product itself; records that refer to others come after them. */
export async function addInitialRecords(database: Database, product: Product, entities: readonly Entity[]): Promise<Outcome<null>> {
  for (const entity of inOrderOfReference(entities)) {
    for (const initial of entity.initialRecords) {
      const outcome = await performSteps({ database, product }, { entity: entity.name }, async (context) => {
        context.isInitial = true;
        const values = await initialValues(context, entity, initial.values);
        return (await insertRecord(context, entity, { values })).id;
      });
      if (outcome.ok) continue;
      return refuse(
        "invalid",
        ...outcome.refusal.errors.map((e) => problem(e.code, `An initial record of ${entity.name} can't be made: ${e.detail}`, sourceLocation(product, initial.source))),
      );
    }
  }
  return done(null);
}

/** In the document's order, but for those that refer to later ones. */
function inOrderOfReference(entities: readonly Entity[]): readonly Entity[] {
  const found = new Set<Entity>();
  const under = new Set<Entity>();
  const add = (entity: Entity): void => {
    if (found.has(entity) || under.has(entity)) return;
    under.add(entity);
    for (const { name, type } of entity.fields)
      if ((type.kind === "reference" || type.kind === "references") && entity.initialRecords.some(({ values }) => name in values)) {
        const target = entities.find((one) => one.name === type.entity);
        if (target) add(target);
      }
    found.add(entity);
  };
  entities.forEach(add);
  return [...found];
}

async function initialValues(context: ChangeContext, entity: Entity, given: Entity["initialRecords"][number]["values"]): Promise<FieldValues> {
  const expressions = Object.entries(given).map(([name, expression]) => ({ name, expression }));
  if (expressions.length === 0) return new Map();
  const row = await context.connection.row(valuesQuery(context.product, null, null, expressions));
  const values = new Map<Field, unknown>();
  for (const [field, value] of fieldValues(entity, row?.["values"] as Record<string, unknown>)) {
    const { type } = field;
    if (type.kind === "reference" || type.kind === "references") {
      values.set(field, Array.isArray(value) ? value.map((v) => referenceByText(context, type, v)) : referenceByText(context, type, value));
      continue;
    }
    // A person has written it in the document, so it is parsed as a person's input is.
    const parsed = value === null ? { value } : parseValue(field, value);
    if ("error" in parsed) report(context, [problem("invalid-value", `${fieldLabel(field)} ${parsed.error}`, { field: field.key })]);
    values.set(field, "error" in parsed ? value : parsed.value);
  }
  return values;
}

/** A text refers to a record by its unique field, else by what the record is shown as. */
function referenceByText(context: ChangeContext, type: FieldType, value: unknown): unknown {
  if (typeof value !== "string" || !("entity" in type)) return value;
  const unique = entityOf(context.product, type.entity)?.fields.find((f) => f.unique);
  return unique ? { find: unique.key, value } : { find: "shownAs", value };
}
