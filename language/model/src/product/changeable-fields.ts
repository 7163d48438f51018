/** Which fields of a record can be changed after its creation, and whether that depends on the record. */
import type { Condition } from "../expressions/condition.ts";
import type { Entity, Field } from "../entities/entity.ts";
import { isGenerated } from "../entities/type-traits.ts";
import type { Product } from "./product.ts";

/** A field that is `read-only when` a condition holds. */
export interface ConditionalField {
  readonly field: Field;
  readonly readOnlyWhen: Condition;
}

/** The fields that can be changed, if each of them is read-only under a condition; null where none has one, or there is something that can always be changed. */
export function conditionallyChangeable({ entities }: Product, entity: Entity, isPermitted: (field: Field) => boolean): readonly ConditionalField[] | null {
  if (entities.some(({ partOf }) => partOf?.entity === entity.name)) return null;
  const changeable = entity.fields.filter((field) => isChangeable(field) && isPermitted(field));
  const conditional = changeable.flatMap((field) => (typeof field.readOnly === "object" ? [{ field, readOnlyWhen: field.readOnly }] : []));
  return conditional.length > 0 && conditional.length === changeable.length ? conditional : null;
}

const isChangeable = ({ computed, readOnly, setOnce, type }: Field): boolean => computed === null && readOnly !== true && !setOnce && type.kind !== "inverse" && !isGenerated(type);
