/** The type of a record in a compiled product: its fields, by name, with the types that they have in expressions. */
import type { Typed } from "@nonet/feel";
import type { Entity } from "../entities/entity.ts";
import { recordFields } from "../entities/field-type.ts";
import { machineOf } from "./find.ts";
import type { Product } from "./product.ts";

/** The fields of an entity's records in a compiled product, by name. */
export function recordType(product: Product, entity: Entity): ReadonlyMap<string, Typed> {
  const states = machineOf(product, entity.name)?.states.map((state) => state.name) ?? [];
  const fields = recordFields({ states, fields: entity.fields }, (field) => entity.fields.find((each) => each.name === field.name)?.computed?.nullable !== false);
  // The list of a whole's parts, where the document gives it no field of its own.
  for (const { name, partOf } of product.entities)
    if (partOf?.entity === entity.name && !fields.has(partOf.list)) fields.set(partOf.list, { type: { kind: "list", of: { kind: "record", name } }, nullable: false });
  const roles = entity.name === "User" ? fields.get("roles") : undefined;
  const names = product.permissions.written ? product.permissions.roles.map((role) => role.name) : [];
  if (roles && names.length > 0) fields.set("roles", { ...roles, type: { kind: "list", of: { kind: "string", choices: names } } });
  return fields;
}
