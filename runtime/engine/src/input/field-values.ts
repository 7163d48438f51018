/** Values by field: parsed once from JSON keys, and from then on passed with their fields instead of being looked up by name. */
import { fold } from "@nonet/feel";
import { type Entity, type Field, fieldOf } from "@nonet/model";

export type FieldValues = ReadonlyMap<Field, unknown>;

/** From values by field name, as statements and the document's own records have them. */
export function fieldValues(entity: Entity, values: Readonly<Record<string, unknown>>): FieldValues {
  return new Map(Object.entries(values).map(([name, value]) => [fieldNamed(entity, name), value]));
}

/** By field name, as the database takes them. */
export const byName = (values: FieldValues): Record<string, unknown> => Object.fromEntries([...values].map(([field, value]) => [field.name, value]));

/** A field that is known to exist, by its name in an expression. */
export function fieldNamed(entity: Entity, name: string): Field {
  const field = fieldOf(entity, name) ?? entity.fields.find((f) => fold(f.name) === fold(name));
  if (!field) throw new Error(`${entity.name} has no field ${name}: the checker lets only known fields through.`);
  return field;
}
