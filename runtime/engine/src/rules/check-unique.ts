/** Unique fields, alone and together: whether another record has the same values. */
import { isUniqueByConstraint, uniqueQuery, uniqueSets } from "@nonet/database";
import { type Entity, entityOf, type Field, fieldOf, keyOf, type Product, sourceLocation } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { pathOf } from "../change/report.ts";
import { byEntity } from "../change/resulting-records.ts";
import { isSame } from "../change/same-value.ts";
import type { Row } from "../connection/contract.ts";
import type { FieldError } from "../contract/outcome.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem } from "../refusals/refusal.ts";
import { uniqueSource } from "../refusals/source-location.ts";
import { say } from "@nonet/texts";

export async function checkUnique(context: ChangeContext): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  for (const [name, records] of byEntity(context)) {
    const entity = entityOf(context.product, name)!;
    // What is decided on values at hand is written by a statement that fails where a constraint is violated.
    if (context.local && isUniqueByConstraint(context.product, entity)) continue;
    const ids = records.filter((record) => (record.kind === "created" ? isChosen(entity) : record.kind === "changed" && mayClash(entity, record))).map((record) => record.id);
    const query = ids.length > 0 ? uniqueQuery(context.product, name, ids) : null;
    if (!query) continue;
    for (const row of await context.connection.rows(query)) errors.push(await uniqueError(context, entity, row));
  }
  return errors;
}

async function uniqueError(context: ChangeContext, entity: Entity, row: Row): Promise<FieldError> {
  const { product, connection, reader } = context;
  const names = row["fields"] as string[];
  const field = pathOf(context, row["id"] as string, uniqueFieldOf(entity, names)?.key ?? null);
  const entry = notUniqueEntry(product);
  if (entry) return catalogueError(connection, product, entry.code, { entity: entity.name, id: row["id"], variables: { me: personOf(context.actor) }, reader }, { field });
  return notUniqueProblem(product, entity, names, field);
}

/** The catalogue's own message for values that aren't unique. */
export const notUniqueEntry = (product: Product) => product.errors.find((e) => e.code.toLowerCase().replace(/_/g, "-") === "not-unique");

/** The field to change. `unique within`: the one that says so. */
export function uniqueFieldOf(entity: Entity, names: readonly string[]): Field | undefined {
  const fields = names.map((name) => fieldOf(entity, name));
  return fields[0]?.uniqueWithin === names[1] && names.length === 2 ? fields[0] : fields.at(-1);
}

export const notUniqueProblem = (product: Product, entity: Entity, names: readonly string[], field: string | null): FieldError =>
  problem("not-unique", say("another-entity-has-the-same-names", { entity: entity.name, names: names.join(" and ") }), {
    field,
    ...sourceLocation(product, uniqueSource(entity, names)),
  });

/** Whether people choose any of the unique values: a number of a sequence is always new. */
const isChosen = (entity: Entity): boolean => uniqueSets(entity).some((names) => names.some((name) => fieldOf(entity, name)?.type.kind !== "sequence"));

/** Whether a unique value is another than before; where the record doesn't show it, it may be. */
function mayClash(entity: Entity, { before, after }: ChangedRecord): boolean {
  if (!before || !after) return true;
  return uniqueSets(entity)
    .flat()
    .map((name) => keyOf(entity, name))
    .some((key) => !(key in before) || !(key in after) || !isSame(before[key], after[key]));
}
