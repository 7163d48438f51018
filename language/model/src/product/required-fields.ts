/** Which fields a new record must have, and which of them the product fills in by itself. */
import type { Entity, Field } from "../entities/entity.ts";
import { isGenerated } from "../entities/type-traits.ts";
import type { Statement } from "../statements/statement.ts";
import { ofEntity } from "./find.ts";
import type { Product } from "./product.ts";

/** Required, and not set by the product itself. */
export function mustBeFilled(entity: Entity, field: Field): boolean {
  const given = isGenerated(field.type) || ["inverse", "references", "any of", "texts"].includes(field.type.kind);
  return field.required === true && field.default === null && field.computed === null && !given && field.name !== entity.partOf?.field;
}

/** The fields that On create sets. The effects of `(new)` rows don't run for an initial record (default 65). */
export const filledOnCreate = (entity: Entity): Set<string> =>
  new Set(
    entity.events
      .filter((event) => event.on === "create")
      .flatMap((event) => event.then)
      .flatMap(fieldSet),
  );

/** Fields that the creating actions and `On create` set by themselves; with `action`, only those of that action. */
export function filledByEffects(product: Pick<Product, "machines">, entity: Entity, action?: string): Set<string> {
  const rows = ofEntity(product.machines, entity.name).flatMap((machine) => machine.transitions.filter((t) => t.from === null));
  const made = rows.filter(({ trigger }) => action === undefined || (trigger.kind === "action" && trigger.action === action)).flatMap((t) => t.then);
  return new Set([...filledOnCreate(entity), ...made.flatMap(fieldSet)]);
}

const fieldSet = (s: Statement): string[] => (s.kind === "set" && s.target.kind === "path" && s.target.of.kind === "variable" ? [s.target.field] : []);
